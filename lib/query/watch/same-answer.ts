import type { QueryAnswer } from "../ask-query.ts";

/** Fields that say when and how an answer was computed, and not what it is. `hogql` names the instants of the range. */
const OF_THE_ASKING: ReadonlySet<string> = new Set<keyof QueryAnswer>([
  "is_cached",
  "last_refresh",
  "next_allowed_client_refresh",
  "cache_key",
  "hogql",
]);

/** Ranges that end now are others with each asking: their minutes are compared. */
const RANGES: ReadonlySet<string> = new Set<keyof QueryAnswer>(["resolved_date_range", "resolved_compare_date_range"]);

const SECONDS = /:\d\d(?:\.\d+)?(?=Z|[+-]\d\d:\d\d)/g;

/** The text by which two answers are compared. */
export function toSameText(answer: object): string {
  const fields = Object.entries(answer).filter(([name]) => !OF_THE_ASKING.has(name) && !RANGES.has(name));
  const { resolved_date_range: range, resolved_compare_date_range: compared } = answer as Partial<QueryAnswer>;
  return JSON.stringify(fields) + JSON.stringify([range, compared]).replaceAll(SECONDS, "");
}
