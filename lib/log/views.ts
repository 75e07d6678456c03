import type { Db } from "../storage/index.ts";
import {
  CHUNK_TABLE,
  eventsOfHours,
  allEvents,
  isLost,
  nameCounts,
  timesOfEnds,
  HEAD_FUNCTIONS,
} from "./event-rows.ts";
import type { HourRange } from "./event-rows.ts";
import { CHUNK_FUNCTIONS, elementsOf, intactPropertiesOf, intactReceivedAtOf, uuidTextOf } from "./event-texts.ts";

const countEvents = (projectId: number) => `SELECT count(*) AS events FROM main.events WHERE project_id = ${projectId}
  UNION ALL SELECT coalesce(sum(events), 0) FROM main.event_hours WHERE project = ${projectId}`;

const eventNameSql = (id: string) => `(SELECT name FROM main.event_names WHERE id = ${id})`;

/** SQL of SELECTs over the events of a project, for views that users read. */
export const LOG_VIEWS = {
  /**
   * Columns `uuid` (text), `event`, `distinct_id_id`, `timestamp`, `received_at`, `properties`, `elements`. A damaged event ends the
   * statement as `storage_corrupt`. @param hours only events of these. @default all
   */
  events: (
    projectId: number,
    hours?: HourRange,
  ) => `SELECT ${uuidTextOf("e")} AS uuid, ${eventNameSql("e.event_name_id")} AS event, e.distinct_id_id, e.timestamp,
      ${intactReceivedAtOf("e")} AS received_at, ${intactPropertiesOf("e")} AS properties, ${elementsOf("e")} AS elements
    FROM ${hours === undefined ? allEvents() : eventsOfHours(projectId, hours)} e
    WHERE e.project_id = ${projectId} OR (${isLost("e")} AND hoglet_lost_texts(e.seq))`,
  /** Column `events`: several rows, whose sum is the number of events. */
  counts: countEvents,
  /** Columns `event` and `events`: each name, and how many events have it. */
  names: (projectId: number) =>
    `SELECT ${eventNameSql("c.name_id")} AS event, sum(c.events) AS events FROM ${nameCounts(projectId)} c GROUP BY c.name_id`,
  /** Columns `timestamp` and `events`: times, the first and the last among them, with 0 events; and rows without a time, whose `events` add up to the number. */
  ends: (projectId: number) =>
    `SELECT timestamp, 0 AS events FROM ${timesOfEnds(projectId)} UNION ALL SELECT NULL, * FROM (${countEvents(projectId)})`,
  /** The names of the tables that these views read, and of the functions that they call. */
  behind: {
    tables: ["events", "event_names", "event_texts", "event_hours"],
    /** The table-valued function that gives the heads of a chunk. */
    chunkTable: CHUNK_TABLE,
    functions: [...CHUNK_FUNCTIONS, ...HEAD_FUNCTIONS] as readonly string[],
  },
  countsByHour,
} as const;

/**
 * Yields the hours in which a project has events of chunks, with the number of these.
 * @param isDescending the latest hour first
 */
function countsByHour(
  reader: Db["sqlite"],
  projectId: number,
  { first, last }: HourRange,
  isDescending: boolean,
): IterableIterator<[hour: number, events: number]> {
  return reader
    .prepare<unknown[], [hour: number, events: number]>(
      `SELECT hour, sum(events) FROM main.event_hours WHERE project = ? AND hour BETWEEN ? AND ? GROUP BY hour
       ORDER BY hour ${isDescending ? "DESC" : "ASC"}`,
    )
    .raw()
    .iterate(projectId, first, last);
}
