import { View } from "../../parts/view.tsx";

export function FirstRunView() {
  return <View title="First run">…</View>;
}
