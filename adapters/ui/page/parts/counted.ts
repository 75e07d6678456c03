/**
 * A number with its noun, e.g. `1 event`, `1,234 events`.
 * @param many the plural; default: `one` with an s
 */
export function toCounted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
