/** Fields of answers that repeat the question, serve drawing, or are links for programs. */
const DROPPED = new Set([
  "action",
  "action_id",
  "filter",
  "labels",
  "people",
  "persons_urls",
  "converted_people_url",
  "dropped_people_url",
  "people_url",
  "custom_name",
]);

/** An insight's answer without the parts that only the page needs. */
export function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slim);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key, item]) => !DROPPED.has(key) && item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, slim(item)]));
}

/** Fields whose numbers count something. */
const COUNTS = new Set(["count", "aggregated_value", "data", "value", "values"]);

export function countsSomething(value: unknown, isCount = false): boolean {
  if (typeof value === "number") return isCount && value !== 0;
  if (Array.isArray(value)) return value.some((item) => countsSomething(item, isCount));
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => countsSomething(item, COUNTS.has(key)));
}

/** Is a series, a step or a row at zero? */
export function hasZero(results: readonly unknown[]): boolean {
  return results.flat().some((item) => !countsSomething(item));
}
