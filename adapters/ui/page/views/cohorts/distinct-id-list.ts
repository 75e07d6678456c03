/**
 * The distinct ids of a text, one on each line, without duplicates; blank lines are ignored. Ids may contain commas and
 * blanks.
 */
export function toDistinctIds(text: string): string[] {
  const ids = text.split(/\r?\n/).map((line) => line.trim());
  return [...new Set(ids.filter((id) => id !== ""))];
}
