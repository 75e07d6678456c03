import { View } from "../../parts/view.tsx";

export function PluginsView() {
  return <View title="Plugins">…</View>;
}
