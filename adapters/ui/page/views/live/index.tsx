import { View } from "../../parts/view.tsx";

export function LiveView() {
  return <View title="Live">…</View>;
}
