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

/** SELECTs over a project's events, for views that users read. */
export const LOG_VIEWS = {
  /**
   * Columns `uuid` (text), `event`, `distinct_id_id`, `timestamp`, `received_at`, `properties`, `elements`. A damaged
   * event ends the statement as `storage_corrupt`. @param hours @default all
   */
  events: (
    projectId: number,
    hours?: HourRange,
  ) => `SELECT ${uuidTextOf("e")} AS uuid, ${eventNameSql("e.event_name_id")} AS event, e.distinct_id_id, e.timestamp,
      ${intactReceivedAtOf("e")} AS received_at, ${intactPropertiesOf("e")} AS properties, ${elementsOf("e")} AS elements
    FROM ${hours === undefined ? allEvents() : eventsOfHours(projectId, hours)} e
    WHERE e.project_id = ${projectId} OR (${isLost("e")} AND hoglet_lost_texts(e.seq))`,
  /** Column `events`: several rows, to be summed. */
  counts: countEvents,
  /** Columns `event` and `events`: the count of each name. */
  names: (projectId: number) =>
    `SELECT ${eventNameSql("c.name_id")} AS event, sum(c.events) AS events FROM ${nameCounts(projectId)} c GROUP BY c.name_id`,
  /**
   * Columns `timestamp` and `events`: some times, the first and last among them, with 0 events; and rows without a
   * time, whose `events` sum up to the count.
   */
  ends: (projectId: number) =>
    `SELECT timestamp, 0 AS events FROM ${timesOfEnds(projectId)} UNION ALL SELECT NULL, * FROM (${countEvents(projectId)})`,
  /** The tables and functions behind these views. */
  behind: {
    tables: ["events", "event_names", "event_texts", "event_hours"],
    /** Gives the heads of a chunk. */
    chunkTable: CHUNK_TABLE,
    functions: [...CHUNK_FUNCTIONS, ...HEAD_FUNCTIONS] as readonly string[],
  },
  countsByHour,
} as const;

/**
 * Yields the hours with events of chunks, and their number.
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
