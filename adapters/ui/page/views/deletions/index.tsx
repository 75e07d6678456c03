import { View } from "../../parts/view.tsx";

export function DeletionsView() {
  return <View title="Deletions">…</View>;
}
