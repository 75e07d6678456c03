import { View } from "../../parts/view.tsx";

export function CohortsView() {
  return <View title="Cohorts">…</View>;
}
