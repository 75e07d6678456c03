import * as v from "valibot";
import type { FilterGroup } from "../../events/filters/index.ts";
import { parse } from "../../base/parse.ts";
import { compareEntries } from "./compare.ts";
import { seriesEntries } from "./entity.ts";
import type { ActionEntity, EventEntity } from "./entity.ts";
import { dateEntries, filterEntries, intervalEntries, refreshEntries } from "./fields.ts";
import { normaliseInput } from "./input.ts";
import { requireInsight } from "./insight-name.ts";
import type { TrendInsight } from "./insight-name.ts";
import { readOlder } from "./older-fields.ts";
import type { EntityQuestion } from "./read-node.ts";
import type { RequestFields } from "./request-fields.ts";

/** Fields of older insights about whole entities. */
export const entityEntries = {
  ...seriesEntries,
  ...dateEntries,
  ...intervalEntries,
  ...filterEntries,
  ...refreshEntries,
};

const EntityQueryFields = v.object({ ...entityEntries, ...compareEntries });

type Fields = v.InferOutput<typeof EntityQueryFields>;

/** A question in normal form, which means the same node. */
export interface EntityFilter extends Omit<Fields, "refresh" | "events" | "actions" | "properties"> {
  events: EventEntity[];
  actions: ActionEntity[];
  properties: FilterGroup;
}

export interface OlderEntities<Query extends EntityQuestion, Names> {
  query: Query;
  filter: EntityFilter & Names;
  refresh: boolean;
}

/**
 * Reads an older question about whole entities.
 * @param names the insight, by both of the wire's fields for it
 * @param read the question of the node that the fields mean
 * @throws HogletError 400 naming the field
 */
export function readOlderEntities<
  Query extends EntityQuestion,
  Names extends { insight: TrendInsight; shown_as: string },
>(input: unknown, names: Names, read: (fields: RequestFields) => Query): OlderEntities<Query, Names> {
  const fields = normaliseInput(input);
  requireInsight(fields, names.insight);
  const { refresh, properties: filters, ...own } = parse(EntityQueryFields, fields);
  const query = readOlder(own, () => read({ ...own, properties: filters }));
  const { entities, properties } = query;
  const filter = {
    ...names,
    ...own,
    events: entities.filter((entity) => entity.type === "events"),
    actions: entities.filter((entity) => entity.type === "actions"),
    properties,
  };
  return { query, filter, refresh };
}
