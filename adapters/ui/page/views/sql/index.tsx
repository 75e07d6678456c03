import { View } from "../../parts/view.tsx";

export function SqlView() {
  return <View title="SQL">…</View>;
}
