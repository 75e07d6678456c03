import * as v from "valibot";
import { parse } from "../../base/parse.ts";
import type { FilterNode } from "../../events/filters/index.ts";
import { seriesEntries } from "../shared/entity.ts";
import { dateEntries, filterEntries, intervalEntries } from "../shared/fields.ts";
import { toSeries } from "../shared/filters-to-series.ts";
import { normaliseInput } from "../shared/input.ts";
import { SeriesList } from "../shared/node-series.ts";
import { readOlder } from "../shared/older-fields.ts";
import { readEntities } from "../shared/read-node.ts";
import type { EntityQuestion } from "../shared/read-node.ts";

export const TimelineFields = v.object({
  ...seriesEntries,
  ...dateEntries,
  ...intervalEntries,
  properties: filterEntries.properties,
  display: v.optional(v.string(), ""),
  breakdown: v.optional(v.union([v.string(), v.array(v.string())]), []),
  breakdown_type: v.optional(v.string(), ""),
});

export interface TimelineQuery extends Pick<EntityQuestion, "dates"> {
  /** The events that count, whatever their filters; empty = all. */
  entities: EntityQuestion["entities"];
  /** The person properties to follow, sorted. */
  keys: string[];
  /** Does the display show time? Then a range of a single moment means its whole interval. */
  isTimeSeries: boolean;
}

// Displays of one value each.
const WITHOUT_TIME = new Set(["actionstable", "actionspie", "actionsbarvalue", "worldmap", "boldnumber"]);

/**
 * An insight's query, whose filters only name the person properties to follow (reference/rest.md 7.10).
 * @throws HogletError 400 naming the field
 */
export function parseTimelineQuery(input: unknown): TimelineQuery {
  const fields = parse(TimelineFields, normaliseInput(input));
  const { properties: filters, interval, date_from, date_to, explicit_date: explicitDate } = fields;
  const { entities, properties, dates } = readOlder(fields, () => {
    const series = parse(SeriesList, toSeries(fields, "all", "door"), "series");
    const node = { series, properties: filters, interval, dateRange: { date_from, date_to, explicitDate } };
    return readEntities(node, { hasNames: true });
  });
  const keys = [properties, ...entities.map((entity) => entity.properties)].flatMap(personKeys);
  if (fields.breakdown_type === "person") keys.push(...[fields.breakdown].flat());
  return {
    entities,
    keys: [...new Set(keys)].toSorted(),
    dates,
    isTimeSeries: !WITHOUT_TIME.has(fields.display.toLowerCase()),
  };
}

function personKeys(node: FilterNode): string[] {
  if (node.type === "AND" || node.type === "OR") return node.values.flatMap(personKeys);
  return node.type === "person" ? [node.key] : [];
}
