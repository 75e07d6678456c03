import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { defineQuery, idleEntries } from "../../questions/index.ts";
import type { AskedHow, Run } from "../../questions/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { isIn, isOfAction } from "./event-conditions.ts";
import {
  conditionOf,
  DEFAULT_VALUES,
  LOOK_BACK_DAYS,
  MAX_NAMES,
  MaxValues,
  rowsOf,
  sampleEntries,
} from "./taxonomy-fields.ts";
import type { ValueSample } from "./taxonomy-fields.ts";

/** The properties of an event: a node of kind EventTaxonomyQuery. Source: reference/query.md 4.13. */
const EventTaxonomyNode = v.strictObject({
  kind: v.literal("EventTaxonomyQuery"),
  /** The event's name; or `actionId`. */
  event: v.nullish(v.string()),
  actionId: v.nullish(v.pipe(v.number(), v.integer())),
  /** Only these properties. @default all */
  properties: v.nullish(v.array(v.string())),
  maxPropertyValues: MaxValues,
  ...idleEntries,
});

/** A property, and some of its values. */
export interface PropertySample extends ValueSample {
  property: string;
}

export interface EventTaxonomyQueryTypes {
  kind: "EventTaxonomyQuery";
  node: v.InferInput<typeof EventTaxonomyNode>;
  answer: { results: PropertySample[] };
}

export const eventTaxonomyQuery = defineQuery<EventTaxonomyQueryTypes, QueryAsks>()({
  kind: "EventTaxonomyQuery",
  summary: "Lists the properties of an event in the last 30 days, with sample values.",
  node: EventTaxonomyNode,
  example: { kind: "EventTaxonomyQuery", event: "signed up" },
  answer: v.object({ results: v.array(v.object({ property: v.string(), ...sampleEntries })) }),
  override: (node) => node,
  run: runTaxonomy,
});

async function runTaxonomy(
  ctx: QueryAsks,
  project: Project,
  { event, actionId, properties, maxPropertyValues }: v.InferOutput<typeof EventTaxonomyNode>,
  { keyId }: AskedHow,
): Promise<Run<EventTaxonomyQueryTypes>> {
  if (!event && typeof actionId !== "number") throw invalid(null, "Either event or actionId must be given.");
  const condition = typeof actionId === "number" ? isOfAction(ctx, project, actionId) : isIn("event", [event ?? ""]);
  const named = properties && properties.length > 0 ? " WHERE key IN {hoglet_names}" : "";
  const text = `SELECT key, arraySlice(groupArray(value), 1, ${maxPropertyValues ?? DEFAULT_VALUES}), count() AS different
    FROM (
      SELECT key, value FROM (
        SELECT key, JSONExtractString(properties, key) AS value, timestamp FROM (
          SELECT arrayJoin(JSONExtractKeys(properties)) AS key, properties, timestamp FROM events
          WHERE {filters} AND timestamp >= now() - INTERVAL ${LOOK_BACK_DAYS} DAY
        )${named}
      ) GROUP BY key, value ORDER BY max(timestamp) DESC, value
    ) GROUP BY key ORDER BY different DESC, key LIMIT ${MAX_NAMES}`;
  const parts = { filters: conditionOf(condition), values: { hoglet_names: properties ?? [] } };
  const rows = await rowsOf(ctx, project, text, parts, keyId);
  return {
    results: rows.map(([property, values, count]) => ({
      property: String(property),
      sample_values: (values as unknown[]).map(String),
      sample_count: Number(count),
    })),
  };
}
