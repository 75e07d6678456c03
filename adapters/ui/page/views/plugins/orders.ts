/** The orders that make configs run in the order of the list: 1, 2, 3 … */
export function toOrders(ids: readonly number[]): Record<string, number> {
  return Object.fromEntries(ids.map((id, index) => [String(id), index + 1]));
}

/** The order that puts a new config last. */
export function nextOrder(configs: readonly { order: number }[]): number {
  return Math.max(0, ...configs.map(({ order }) => order)) + 1;
}
