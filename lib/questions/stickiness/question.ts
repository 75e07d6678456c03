import * as v from "valibot";
import { compareEntries, requireComparable } from "../shared/compare.ts";
import { entityEntries, parseEntityQuery } from "../shared/entity-query.ts";
import type { EntityFilter, EntityQuery } from "../shared/entity-query.ts";
import { insightEntry, shownAsEntry } from "../shared/insight-name.ts";
import { unsupportedEntries } from "../shared/unsupported.ts";

/** A stickiness's question: in how many intervals persons (with math `unique_group` groups) did it. Source: reference/insights.md 9. */
export const StickinessQuestion = v.object({
  ...insightEntry("STICKINESS"),
  ...shownAsEntry("Stickiness"),
  ...entityEntries,
  ...compareEntries,
  ...unsupportedEntries,
});
export type StickinessQuestion = v.InferInput<typeof StickinessQuestion>;

/** A stickiness's question in normal form: it may be asked again as it is. */
export type StickinessFilter = EntityFilter & { insight: "STICKINESS"; shown_as: "Stickiness" };

/** Reads a stickiness's question. @throws HogletError 400 naming the field */
export function parseStickinessQuery(input: unknown): EntityQuery {
  const query = parseEntityQuery(input, { insight: "STICKINESS", shown_as: "Stickiness" });
  if (query.compare) requireComparable(query);
  return query;
}
