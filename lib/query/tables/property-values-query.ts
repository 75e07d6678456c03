import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { defineQuery, idleEntries } from "../../questions/index.ts";
import type { AskedHow, Run } from "../../questions/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { isIn } from "./event-conditions.ts";
import { quoteName } from "../../hogql/index.ts";
import { conditionOf, rowsOf } from "./taxonomy-fields.ts";

/** The values of a property, for a field that completes them: a node of kind PropertyValuesQuery. Source: reference/query.md 4.13. */
const PropertyValuesNode = v.strictObject({
  kind: v.literal("PropertyValuesQuery"),
  property_type: v.picklist(["event", "person"]),
  property_key: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1000)),
  /** Part of the value's text, in any letter case. */
  search_value: v.nullish(v.pipe(v.string(), v.maxLength(1000))),
  /** Only values of these events. @default all events */
  event_names: v.nullish(v.pipe(v.array(v.string()), v.maxLength(100))),
  /** `property_key` is a column of the event, such as `distinct_id`. @default false */
  is_column: v.nullish(v.boolean()),
  ...idleEntries,
});
type PropertyValuesNode = v.InferOutput<typeof PropertyValuesNode>;

/** A value as text, and for persons how many have it. */
export interface PropertyValueItem {
  name: string;
  count?: number;
}

export interface PropertyValuesQueryTypes {
  kind: "PropertyValuesQuery";
  node: v.InferInput<typeof PropertyValuesNode>;
  answer: { results: PropertyValueItem[] };
}

export const propertyValuesQuery = defineQuery<PropertyValuesQueryTypes, QueryAsks>()({
  kind: "PropertyValuesQuery",
  summary: "Lists values of a property of persons, or of events of the last 7 days.",
  node: PropertyValuesNode,
  example: { kind: "PropertyValuesQuery", property_type: "event", property_key: "plan", search_value: "pr" },
  answer: v.object({ results: v.array(v.object({ name: v.string(), count: v.exactOptional(v.number()) })) }),
  override: (node) => node,
  run: runValues,
});

/** Days that values of events look back, and values in an answer: as PostHog. */
const LOOK_BACK_DAYS = 7;
const MAX_OF_EVENTS = 10;
const MAX_OF_PERSONS = 20;

async function runValues(
  ctx: QueryAsks,
  project: Project,
  node: PropertyValuesNode,
  { keyId }: AskedHow,
): Promise<Run<PropertyValuesQueryTypes>> {
  const search = node.search_value ?? "";
  const isOfEvents = node.property_type === "event";
  const subject = isOfEvents && node.is_column === true ? "" : "properties.";
  const value = `toString(${subject}${quoteName(node.property_key)})`;
  const found = search === "" ? "" : " AND positionCaseInsensitive(text, {hoglet_search}) > 0";
  // Shorter texts are more like the searched one.
  const order = search !== "" && isOfEvents ? "length(text), number DESC, text" : "number DESC, text";
  const where = isOfEvents ? `{filters} AND timestamp >= toStartOfDay(now() - INTERVAL ${LOOK_BACK_DAYS} DAY)` : "true";
  const text = `SELECT ${value} AS text, count() AS number FROM ${isOfEvents ? "events" : "persons"}
    WHERE ${where} AND text IS NOT NULL${found}
    GROUP BY text ORDER BY ${order} LIMIT ${isOfEvents ? MAX_OF_EVENTS : MAX_OF_PERSONS}`;
  const names = node.event_names ?? [];
  const parts = {
    values: { hoglet_search: search },
    ...(isOfEvents && { filters: conditionOf(names.length > 0 ? isIn("event", names) : { type: "AND", values: [] }) }),
  };
  const rows = await rowsOf(ctx, project, text, parts, keyId);
  return { results: isOfEvents ? toEventItems(rows) : rows.map(toPersonItem) };
}

function toPersonItem([text, count]: unknown[]): PropertyValueItem {
  return { name: String(text), count: Number(count) };
}

/** The members of a list count as values. */
function toEventItems(rows: unknown[][]): PropertyValueItem[] {
  const names = rows.flatMap(([text]) => membersOf(String(text)));
  return [...new Set(names)].map((name) => ({ name }));
}

function membersOf(text: string): string[] {
  if (!text.startsWith("[")) return [text];
  try {
    const list = JSON.parse(text) as unknown[];
    return list.flat(Infinity).map((member) => (typeof member === "string" ? member : JSON.stringify(member)));
  } catch {
    return [text];
  }
}
