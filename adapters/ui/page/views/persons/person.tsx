import { View } from "../../parts/view.tsx";

export function PersonView() {
  return <View title="Person">…</View>;
}
