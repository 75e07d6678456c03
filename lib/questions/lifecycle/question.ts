import * as v from "valibot";
import { entityEntries, parseEntityQuery } from "../shared/entity-query.ts";
import type { EntityFilter, EntityQuery } from "../shared/entity-query.ts";
import { insightEntry, shownAsEntry } from "../shared/insight-name.ts";
import { unsupportedEntries } from "../shared/unsupported.ts";

/** A lifecycle's question. It is about the first of `actions` and `events`. Source: reference/insights.md 8. */
export const LifecycleQuestion = v.object({
  ...insightEntry("LIFECYCLE"),
  ...shownAsEntry("Lifecycle"),
  ...entityEntries,
  ...unsupportedEntries,
});
export type LifecycleQuestion = v.InferInput<typeof LifecycleQuestion>;

/** A lifecycle's question in normal form: it may be asked again as it is. */
export type LifecycleFilter = EntityFilter & { insight: "LIFECYCLE"; shown_as: "Lifecycle" };

/**
 * Reads a lifecycle's question. `compare` has no effect: a lifecycle compares each period with the one before.
 * @throws HogletError 400 naming the field
 */
export function parseLifecycleQuery(input: unknown): EntityQuery {
  return parseEntityQuery(input, { insight: "LIFECYCLE", shown_as: "Lifecycle" });
}
