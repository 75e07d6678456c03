import * as v from "valibot";
import { invalid } from "../errors.ts";
import { parseFilters } from "../filters/index.ts";
import type { FilterNode } from "../filters/index.ts";
import { normaliseInput, toEntities, WireEntity } from "../insights/index.ts";
import { parse } from "../parse.ts";

const IntervalField = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.transform((interval) => (interval === "minute" ? "hour" : interval)),
  v.picklist(["hour", "day", "week", "month"], "Expected hour, day, week or month."),
);

const TimelineFields = v.object({
  events: v.optional(v.array(WireEntity), []),
  actions: v.optional(v.array(v.unknown()), []),
  properties: v.optional(v.unknown()),
  date_from: v.optional(v.string()),
  date_to: v.optional(v.string()),
  interval: v.optional(IntervalField, "day"),
  display: v.optional(v.string(), ""),
  breakdown: v.optional(v.union([v.string(), v.array(v.string())]), []),
  breakdown_type: v.optional(v.string(), ""),
});

/** What a timeline is about. */
export interface TimelineQuery {
  /** Names of the events that count; null = all. */
  events: ReadonlySet<string> | null;
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
  if (fields.actions.length > 0) throw invalid("actions", "Actions are not supported yet; use events.", "unsupported");
  const entities = toEntities(fields.events);
  const names = entities.map((entity) => entity.id);
  const keys = [parseFilters(fields.properties, "properties"), ...entities.map((entity) => entity.properties)].flatMap(
    personKeys,
  );
  if (fields.breakdown_type === "person") keys.push(...[fields.breakdown].flat());
  return {
    events: names.length === 0 || names.includes(null) ? null : new Set(names.filter((name) => name !== null)),
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
