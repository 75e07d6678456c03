import { View } from "../../parts/view.tsx";

export function SettingsView() {
  return <View title="Settings">…</View>;
}
