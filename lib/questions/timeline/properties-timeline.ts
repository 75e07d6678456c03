import * as v from "valibot";
import { Count, Instant, Properties as AnyProperties } from "../../base/answer-scalars.ts";
import { isAllTime, ALL_TIME_START_MS } from "../shared/query-range.ts";
import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { eventsOfPerson } from "../../log/list/index.ts";
import type { PersonEvent, EventsOfPerson } from "../../log/list/index.ts";
import { toUuidText } from "../../base/ids.ts";
import { createPropertyHistory, getPerson } from "../../people/persons/index.ts";
import type { PersonRecord, Properties } from "../../people/persons/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { parseTimelineQuery } from "./query.ts";
import { compileSeries } from "./series.ts";
import { timelineRange } from "./timeline-range.ts";
import type { TimelineRange } from "./timeline-range.ts";
import { parseOfEvent } from "../../log/index.ts";

/** A stretch of events over which the properties stayed the same. */
const TimelinePoint = v.object({
  /** The time of its first event; ISO text. */
  timestamp: Instant,
  /** The followed properties; null = the person did not have the property. */
  properties: AnyProperties,
  /** Events from this point up to the next. */
  relevant_event_count: Count,
});
export interface TimelinePoint extends v.InferOutput<typeof TimelinePoint> {}

/** A person's properties at the time of each event that a question counts. */
export const PropertiesTimeline = v.pipe(
  v.object({
    points: v.array(TimelinePoint),
    /** The person properties that the question depends on, sorted. */
    crucial_property_keys: v.array(v.string()),
    effective_date_from: v.string(),
    effective_date_to: v.string(),
  }),
  v.examples([
    {
      points: [{ timestamp: "2024-05-01T09:00:00Z", properties: { plan: "free" }, relevant_event_count: 3 }],
      crucial_property_keys: ["plan"],
      effective_date_from: "2024-04-25T00:00:00Z",
      effective_date_to: "2024-05-02T10:00:00Z",
    },
  ]),
);
export interface PropertiesTimeline extends v.InferOutput<typeof PropertiesTimeline> {}

/**
 * The changes of the properties that a question depends on, over the events of a person that it counts. The question's
 * filters only name these properties; tests of actions apply. Past properties are rebuilt from all events of the person
 * in the order of arrival; a property that no event wrote (an import's) counts as unchanged.
 * @throws notFound; invalid naming the field. Source: reference/rest.md 7.10.
 */
export async function propertiesTimeline(
  ctx: Context,
  project: Project,
  id: string | number,
  input: unknown,
): Promise<PropertiesTimeline> {
  const query = parseTimelineQuery(input);
  const person = getPerson(ctx, project, id);
  const counts = compileSeries(ctx, project.id, query.entities);
  const events = await eventsOfPerson(ctx, project, person.id);
  const range = timelineRange(query, {
    nowMs: ctx.clock.now(),
    calendar: { timezone: project.timezone, weekStartDay: project.week_start_day },
    earliestMs: isAllTime(query.dates) ? events.earliest(ALL_TIME_START_MS) : null,
  });
  const moments = await readMoments(
    ctx,
    { person, events },
    query.keys,
    (event) => isWithin(range, event) && counts(event),
  );
  return {
    points: toPoints(moments, query.keys),
    crucial_property_keys: query.keys,
    effective_date_from: range.from,
    effective_date_to: range.to,
  };
}

/** A relevant event, and the followed properties after it. */
interface Moment {
  timestampMs: number;
  values: unknown[];
}

function isWithin({ fromMs, toMs }: TimelineRange, { timestamp }: PersonEvent): boolean {
  return timestamp >= fromMs && timestamp <= toMs;
}

async function readMoments(
  { db }: Context,
  { person, events }: { person: PersonRecord; events: EventsOfPerson },
  keys: string[],
  isRelevant: (event: PersonEvent) => boolean,
): Promise<Moment[]> {
  const history = createPropertyHistory();
  const written = new Set<string>();
  const moments: Moment[] = [];
  const see = (row: PersonEvent) => {
    const after = history({
      uuid: toUuidText(row.uuid),
      event: row.event,
      distinctId: row.distinct_id,
      timestampMs: row.timestamp,
      properties: parseOfEvent<Properties>(db, row.seq, row.properties),
    });
    for (const key of keys) if (Object.hasOwn(after, key)) written.add(key);
    if (!isRelevant(row)) return;
    moments.push({ timestampMs: row.timestamp, values: keys.map((key) => valueOf(after, key)) });
  };
  for await (const chunk of events.read()) for (const event of chunk) see(event);
  for (const [place, key] of keys.entries()) {
    if (written.has(key)) continue;
    for (const moment of moments) moment.values[place] = valueOf(person.properties, key);
  }
  return moments;
}

function valueOf(properties: Properties, key: string): unknown {
  return Object.hasOwn(properties, key) ? properties[key] : null;
}

function toPoints(moments: Moment[], keys: string[]): TimelinePoint[] {
  const points: TimelinePoint[] = [];
  let previous: string | null = null;
  // A stable sort: at equal times the order of arrival stays.
  for (const { timestampMs, values } of moments.toSorted((a, b) => a.timestampMs - b.timestampMs)) {
    const state = JSON.stringify(values);
    if (state !== previous) {
      const properties = Object.fromEntries(keys.map((key, place) => [key, values[place]]));
      points.push({ timestamp: toIso(timestampMs), properties, relevant_event_count: 0 });
      previous = state;
    }
    const point = points.at(-1);
    if (point !== undefined) point.relevant_event_count += 1;
  }
  return points;
}
