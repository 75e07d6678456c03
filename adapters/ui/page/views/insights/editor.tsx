import { View } from "../../parts/view.tsx";

export function InsightEditor() {
  return <View title="Insight">…</View>;
}
