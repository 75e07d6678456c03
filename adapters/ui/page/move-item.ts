/** The list with the item at `from` moved to `to`; positions beyond an end count as that end. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  const place = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, place), ...items.slice(from, from + 1), ...rest.slice(place)];
}
