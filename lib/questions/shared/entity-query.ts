import * as v from "valibot";
import { parseFilters } from "../../events/filters/index.ts";
import { parse } from "../../base/parse.ts";
import { compareEntries, requireComparable } from "./compare.ts";
import { expectFewSeries, seriesEntries, toEntities } from "./entity.ts";
import { dateEntries, filterEntries, intervalEntries, refreshEntries } from "./fields.ts";
import { normaliseInput } from "./input.ts";
import { insightEntry, requireInsight, shownAsEntry } from "./insight-name.ts";
import { refuseUnsupported, unsupportedEntries } from "./unsupported.ts";

const entries = { ...seriesEntries, ...dateEntries, ...intervalEntries, ...filterEntries, ...refreshEntries };

/** A lifecycle's question. It is about the first of `actions` and `events`. Source: reference/insights.md 8. */
export const LifecycleQuestion = v.object({
  ...insightEntry("LIFECYCLE"),
  ...shownAsEntry("Lifecycle"),
  ...entries,
  ...unsupportedEntries,
});
export type LifecycleQuestion = v.InferInput<typeof LifecycleQuestion>;

/** A stickiness's question: in how many intervals persons (with math `unique_group` groups) did it. Source: reference/insights.md 9. */
export const StickinessQuestion = v.object({
  ...insightEntry("STICKINESS"),
  ...shownAsEntry("Stickiness"),
  ...entries,
  ...compareEntries,
  ...unsupportedEntries,
});
export type StickinessQuestion = v.InferInput<typeof StickinessQuestion>;

const EntityQueryFields = v.object({ ...entries, ...compareEntries });

/** The names that `shown_as` has for them. */
const SHOWN_AS = { LIFECYCLE: "Lifecycle", STICKINESS: "Stickiness" } as const;

export type EntityQuery = ReturnType<typeof parseEntityQuery>;
export type EntityFilter = EntityQuery["filter"];

/** A lifecycle's question in normal form, which may be asked again as it is; a stickiness'. */
export type LifecycleFilter = EntityFilter & { insight: "LIFECYCLE"; shown_as: "Lifecycle" };
export type StickinessFilter = EntityFilter & { insight: "STICKINESS"; shown_as: "Stickiness" };

/**
 * Reads the question of one of the two insights that are about whole entities.
 * @returns the parts as they are worked with, and `filter`: the question in normal form, which parses to itself
 * @throws HogletError 400 naming the field
 */
export function parseEntityQuery(input: unknown, insight: "LIFECYCLE" | "STICKINESS") {
  const fields = normaliseInput(input);
  requireInsight(fields, insight);
  refuseUnsupported(fields);
  const { refresh, events, actions, properties, ...rest } = parse(EntityQueryFields, fields);
  const entities = toEntities(events, actions);
  expectFewSeries(entities);
  const filter = {
    insight,
    shown_as: SHOWN_AS[insight],
    ...rest,
    events: entities.filter((entity) => entity.type === "events"),
    actions: entities.filter((entity) => entity.type === "actions"),
    properties: parseFilters(properties, "properties"),
  };
  // A lifecycle compares each period with the one before, and itself with nothing.
  if (rest.compare && insight === "STICKINESS") requireComparable(rest);
  return { ...filter, filter, refresh, entities };
}
