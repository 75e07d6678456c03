/**
 * A number with what it counts, e.g. `1 event`, `1,234 events`.
 * @param many what more than one (or none) of them are called; default: `one` with an s
 */
export function toCounted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
