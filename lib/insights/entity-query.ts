import * as v from "valibot";
import { parseFilters } from "../filters/index.ts";
import { parse } from "../parse.ts";
import { requireComparable } from "./compare.ts";
import { toEntities, WireAction, WireEntity } from "./entity.ts";
import { filterEntries, IntervalField, refreshEntries, YesField } from "./fields.ts";
import { normaliseInput } from "./input.ts";
import { requireInsight } from "./insight-name.ts";
import { refuseUnsupported } from "./unsupported.ts";

/**
 * A lifecycle's or a stickiness's question after `normaliseInput`. `date_from` null = -7d, `date_to` null = now. What only
 * trends know (breakdowns, formulas, displays) is no part of it. Source: reference/insights.md 3.1, 8 and 9.
 */
export const EntityQueryFields = v.object({
  events: v.optional(v.array(WireEntity), []),
  actions: v.optional(v.array(WireAction), []),
  interval: v.optional(IntervalField, "day"),
  date_from: v.nullish(v.string(), null),
  date_to: v.nullish(v.string(), null),
  compare: v.optional(YesField, false),
  ...filterEntries,
  ...refreshEntries,
});

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
