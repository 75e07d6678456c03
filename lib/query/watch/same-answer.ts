import type { QueryAnswer } from "../ask-query.ts";

/** Fields that say when and how an answer was computed, and not what it is. */
const OF_THE_ASKING: ReadonlySet<string> = new Set<keyof QueryAnswer>([
  "is_cached",
  "last_refresh",
  "next_allowed_client_refresh",
  "cache_key",
  "resolved_date_range",
  "resolved_compare_date_range",
  "hogql",
]);

/** The text by which two answers are compared. */
export function toSameText(answer: QueryAnswer): string {
  return JSON.stringify(Object.entries(answer).filter(([name]) => !OF_THE_ASKING.has(name)));
}
