import type { Db } from "../storage/index.ts";
import { sound } from "../storage/index.ts";
import { requireAllEvents } from "./all-events.ts";
import { toUuidText } from "../base/ids.ts";
import { eventsBetween } from "./event-rows.ts";
import { checkEvent, headFault, sumsOf } from "./event-sums.ts";
import { damagedEvent } from "./damaged-event.ts";
import type { SummedEvent } from "./event-sums.ts";
import { elementsOf, propertiesOf, receivedAtOf, uuidOf, uuidTextOf } from "./event-texts.ts";
import { newestSeq } from "./newest-seq.ts";

/** Places of the log, inclusive. */
export interface LogPlaces {
  first: number;
  last: number;
}

/** The head of an event of any project: its place, its project, the ordinal of its distinct id, the id of its name, its time. */
export interface LogHead {
  seq: number;
  projectId: number;
  ordinal: number;
  nameId: number;
  timestampMs: number;
  /** 1 = a part of it is not as it was stored. */
  isDamaged: number;
}

/**
 * The heads of all events at these places, in the order of arrival. At the end of the log also those whose damaged place lies behind it.
 * @throws corrupt when damage hides events
 */
export function readHeadsBetween(db: Db, places: LogPlaces): LogHead[] {
  const heads = db
    .sql<LogHead>(
      `SELECT e.seq, e.project_id AS projectId, e.distinct_id_id AS ordinal, e.event_name_id AS nameId, e.timestamp AS timestampMs,
         ${headFault("e")} AS isDamaged
       FROM ${eventsBetween("@first", "@last")} e ORDER BY e.seq`,
    )
    .all(toBounds(db, places));
  requireFound(db, places, heads);
  return heads;
}

/** A whole event of any project. */
interface LoggedEvent {
  projectId: number;
  seq: number;
  uuid: string;
  event: string;
  /** The ordinal of its distinct id. */
  distinctId: number;
  timestampMs: number;
  receivedMs: number;
  /** JSON text. */
  properties: string;
  elements: string | null;
}

interface Row extends SummedEvent {
  projectId: number;
  /** Null = the row of the event's name is lost. */
  event: string | null;
  distinctId: number;
  timestampMs: number;
}

/**
 * Yields the whole events at these places, as `readHeadsBetween`. Each is checked when it is taken.
 * @throws corrupt naming a damaged event, or when damage hides events
 */
export function* readEventsBetween(db: Db, places: LogPlaces): Generator<LoggedEvent, void> {
  const found = db
    .sql<Row>(
      `SELECT e.seq, e.project_id AS projectId, ${uuidOf("e")} AS uuid, ${sound("event_names", "n", "name")} AS event,
         e.distinct_id_id AS distinctId, e.timestamp AS timestampMs, ${receivedAtOf("e")} AS received_at,
         ${propertiesOf("e")} AS properties, ${elementsOf("e")} AS elements, ${sumsOf("e")}
       FROM ${eventsBetween("@first", "@last")} e LEFT JOIN event_names n ON n.id = e.event_name_id ORDER BY e.seq`,
    )
    .all(toBounds(db, places));
  requireFound(db, places, found);
  for (const row of found) {
    checkEvent(db, row);
    const { projectId, seq, event, distinctId, timestampMs, received_at: receivedMs, properties, elements } = row;
    const uuid = toUuidText(row.uuid);
    if (event === null) throw damagedEvent(db, seq);
    yield { projectId, seq, uuid, event, distinctId, timestampMs, receivedMs, properties, elements };
  }
}

/** The uuid of an event, as text, or its time of arrival, epoch ms. */
export interface Origin {
  seq: number;
  /** Null = lost by damage. */
  value: string | number | null;
}

/** The uuid, or the time of arrival, of a project's events at these places, in the order of arrival. */
export function readOrigins(db: Db, projectId: number, places: LogPlaces, column: "uuid" | "created_at"): Origin[] {
  return db
    .sql<Origin>(
      `SELECT e.seq, iif(@column = 'uuid', ${uuidTextOf("e")}, ${receivedAtOf("e")}) AS value
       FROM ${eventsBetween("@first", "@last")} e WHERE e.project_id = @projectId ORDER BY e.seq`,
    )
    .all({ ...places, projectId, column });
}

/** No upper bound at the end of the log, which would hide an event whose damaged place is too large. */
function toBounds(db: Db, { first, last }: LogPlaces): LogPlaces {
  return { first, last: last >= newestSeq(db) ? Number.MAX_SAFE_INTEGER : last };
}

function requireFound(db: Db, { first, last }: LogPlaces, found: readonly { seq: number }[]): void {
  const places = { first, last: Math.min(last, newestSeq(db)) };
  requireAllEvents(
    db,
    places,
    found.map(({ seq }) => seq),
  );
}
