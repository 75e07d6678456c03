import * as v from "valibot";
import { parseFilters } from "../../events/filters/index.ts";
import { parse } from "../../base/parse.ts";
import { compareEntries } from "./compare.ts";
import { expectFewSeries, seriesEntries, toEntities } from "./entity.ts";
import { dateEntries, filterEntries, intervalEntries, refreshEntries } from "./fields.ts";
import { normaliseInput } from "./input.ts";
import { requireInsight } from "./insight-name.ts";
import type { TrendInsight } from "./insight-name.ts";
import { refuseUnsupported } from "./unsupported.ts";

/** The fields of insights that are about whole entities. */
export const entityEntries = {
  ...seriesEntries,
  ...dateEntries,
  ...intervalEntries,
  ...filterEntries,
  ...refreshEntries,
};

const EntityQueryFields = v.object({ ...entityEntries, ...compareEntries });

export type EntityQuery = ReturnType<typeof parseEntityQuery>;
export type EntityFilter = EntityQuery["filter"];

/**
 * Reads the question of an insight that is about whole entities.
 * @param names the insight, by both of the wire's fields for it
 * @returns the parts as they are worked with, and `filter`: the question in normal form, which parses to itself
 * @throws HogletError 400 naming the field
 */
export function parseEntityQuery(input: unknown, names: { insight: TrendInsight; shown_as: string }) {
  const fields = normaliseInput(input);
  requireInsight(fields, names.insight);
  refuseUnsupported(fields);
  const { refresh, events, actions, properties, ...rest } = parse(EntityQueryFields, fields);
  const entities = toEntities(events, actions);
  expectFewSeries(entities);
  const filter = {
    ...names,
    ...rest,
    events: entities.filter((entity) => entity.type === "events"),
    actions: entities.filter((entity) => entity.type === "actions"),
    properties: parseFilters(properties, "properties"),
  };
  return { ...filter, filter, refresh, entities };
}
