import { View } from "../../parts/view.tsx";

export function InsightsView() {
  return <View title="Insights">…</View>;
}
