import { View } from "../../parts/view.tsx";

export function CohortView() {
  return <View title="Cohort">…</View>;
}
