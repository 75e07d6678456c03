import { normaliseInput } from "../shared/input.ts";
import { EventEntityInput, ActionEntityInput, toEntities } from "../shared/entity.ts";
import * as v from "valibot";
import { FiltersField, parseFilters } from "../../events/filters/index.ts";
import type { FilterNode } from "../../events/filters/index.ts";
import { parse } from "../../base/parse.ts";

const IntervalField = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.transform((interval) => (interval === "minute" ? "hour" : interval)),
  v.picklist(["hour", "day", "week", "month"], "Expected hour, day, week or month."),
);

export const TimelineFields = v.object({
  events: v.optional(v.array(EventEntityInput), []),
  actions: v.optional(v.array(ActionEntityInput), []),
  properties: v.optional(FiltersField),
  date_from: v.optional(v.string()),
  date_to: v.optional(v.string()),
  interval: v.optional(IntervalField, "day"),
  display: v.optional(v.string(), ""),
  breakdown: v.optional(v.union([v.string(), v.array(v.string())]), []),
  breakdown_type: v.optional(v.string(), ""),
});

/** A timeline's question. */
export interface TimelineQuery {
  /** The events that count, by name (null = any) or as the action with this id; empty = all. */
  series: ({ event: string | null } | { action: number })[];
  /** The person properties to follow, sorted. */
  keys: string[];
  /** Null = seven days ago. */
  date_from: string | null;
  /** Null = now. */
  date_to: string | null;
  interval: "hour" | "day" | "week" | "month";
  /** Does the display show time? Then a range of a single moment means its whole interval. */
  isTimeSeries: boolean;
}

// Displays of one value each.
const WITHOUT_TIME = new Set(["actionstable", "actionspie", "actionsbarvalue", "worldmap", "boldnumber"]);

/**
 * Reads a timeline's question: an insight's query, of which filters only name the person properties to follow
 * (reference/rest.md 7.10).
 * @throws HogletError 400 naming the field
 */
export function parseTimelineQuery(input: unknown): TimelineQuery {
  const fields = parse(TimelineFields, normaliseInput(input));
  const entities = toEntities(fields.events, fields.actions);
  const keys = [parseFilters(fields.properties, "properties"), ...entities.map((entity) => entity.properties)].flatMap(
    personKeys,
  );
  if (fields.breakdown_type === "person") keys.push(...[fields.breakdown].flat());
  return {
    series: entities.map(({ type, id }) => (type === "actions" ? { action: id } : { event: id })),
    keys: [...new Set(keys)].toSorted(),
    date_from: fields.date_from ?? null,
    date_to: fields.date_to ?? null,
    interval: fields.interval,
    isTimeSeries: !WITHOUT_TIME.has(fields.display.toLowerCase()),
  };
}

function personKeys(node: FilterNode): string[] {
  if (node.type === "AND" || node.type === "OR") return node.values.flatMap(personKeys);
  return node.type === "person" ? [node.key] : [];
}
