import { View } from "../../parts/view.tsx";

export function DashboardsView() {
  return <View title="Dashboards">…</View>;
}
