import { View } from "../../parts/view.tsx";

export function PersonsView() {
  return <View title="Persons">…</View>;
}
