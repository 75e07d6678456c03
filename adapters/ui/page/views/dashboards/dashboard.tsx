import { View } from "../../parts/view.tsx";

export function DashboardView() {
  return <View title="Dashboard">…</View>;
}
