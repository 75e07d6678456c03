import type { Db } from "../storage/index.ts";
import { numbersFault, sound } from "../storage/index.ts";
import { compareEvents } from "./all-events.ts";
import { allEvents, eventAt, eventsAmong } from "./event-rows.ts";
import { checkBody, checkEvent, headFault, ofProject, sumsOf } from "./event-sums.ts";
import { damagedEvent } from "./damaged-event.ts";
import type { SummedBody, SummedEvent } from "./event-sums.ts";
import { elementsOf, propertiesOf, receivedAtOf, uuidOf } from "./event-texts.ts";

/** The name of an event, and its actor as it is now. */
interface Referred extends Actor {
  event: string;
}

/** A distinct id with its current person. */
export interface Actor {
  distinct_id_id: number;
  distinct_id: string;
  is_personless: number;
  person_id: number | null;
  person_uuid: string | null;
  /** JSON text. */
  person_properties: string | null;
  person_created_at: number | null;
}

/** A whole event with the rows that it refers to. */
export interface StoredEvent extends SummedEvent, Referred {
  timestamp: number;
}

/** A stored event without uuid and time of arrival. */
export interface StoredBody extends SummedBody, Referred {
  timestamp: number;
}

/** SQL of the name of a row `n` of `event_names`. */
export const NAME = sound("event_names", "n", "name");

/** SQL of an `Actor` from rows `d` of `distinct_ids` and `p` of `persons`. */
export const ACTOR = `d.id AS distinct_id_id, ${sound("distinct_ids", "d", "distinct_id")} AS distinct_id,
  d.is_personless, ${sound("distinct_ids", "d", "person_id")} AS person_id, ${sound("persons", "p", "uuid")} AS person_uuid,
  ${sound("persons", "p", "properties")} AS person_properties, p.created_at AS person_created_at`;

const REFERRED = `${NAME} AS event, ${ACTOR}`;

const JOINED = `LEFT JOIN event_names n ON n.id = e.event_name_id
  LEFT JOIN distinct_ids d ON d.id = e.distinct_id_id
  LEFT JOIN persons p ON p.id = d.person_id`;

const BODY = `e.seq, e.timestamp, ${propertiesOf("e")} AS properties, ${elementsOf("e")} AS elements`;

const WHOLE = `SELECT ${BODY}, ${uuidOf("e")} AS uuid, ${receivedAtOf("e")} AS received_at, ${sumsOf("e")}, ${REFERRED}
  FROM ${eventAt("@seq")} e ${JOINED} WHERE ${ofProject("e")}`;

/**
 * Undefined = deleted, or never there.
 * @throws corrupt when the event, or a row that it refers to, is damaged
 */
export function readEvent(db: Pick<Db, "sql">, projectId: number, seq: number): StoredEvent | undefined {
  const event = db.sql<StoredEvent>(WHOLE).get({ seq, projectId });
  if (event === undefined) return undefined;
  checkEvent(db, event);
  return requireReferred(db, event);
}

/** A project's events among some places. */
export interface WantedEvents {
  projectId: number;
  seqs: readonly number[];
  /** Epoch ms, inclusive. */
  fromMs: number;
  /** Epoch ms, exclusive. */
  untilMs: number;
  /** Only events of this person, by its id, or of this personless distinct id, by its negative ordinal. @default everybody's */
  actor?: number | undefined;
}

/**
 * Yields these in order of time, then of arrival. No other statement may write meanwhile.
 * @throws corrupt as `readEvent`, and when damage hides events
 */
export function* readEventsAmong(db: Db, { seqs, actor, ...wanted }: WantedEvents): Generator<StoredBody, void> {
  const isOwn =
    actor === undefined ? "" : `AND (${ofActor(actor)} OR ${headFault("e")} OR ${numbersFault("distinct_ids", "d")})`;
  const found = db
    .sql<StoredBody>(
      `SELECT ${BODY}, e.text_sum, ${headFault("e")} AS head_fault, ${REFERRED} FROM ${eventsAmong("@seqs")} e ${JOINED}
       WHERE e.project_id = @projectId AND e.timestamp >= @fromMs AND e.timestamp < @untilMs ${isOwn}
       ORDER BY e.timestamp, e.seq`,
    )
    .all({ ...wanted, seqs: JSON.stringify(seqs), ...(actor !== undefined && { actor: Math.abs(actor) }) });
  if (actor === undefined && found.length < seqs.length) compareEvents(db, 1);
  for (const event of found) {
    checkBody(db, event);
    yield requireReferred(db, event);
  }
}

function ofActor(actor: number): string {
  return actor > 0 ? "d.person_id = @actor" : "(d.person_id IS NULL AND d.is_personless AND d.id = @actor)";
}

/** @throws corrupt when a referred row is lost */
function requireReferred<Event extends StoredBody>(db: Pick<Db, "sql">, event: Event): Event {
  const { event: name, distinct_id: distinctId }: { event: string | null; distinct_id: string | null } = event;
  if (name === null || distinctId === null) throw damagedEvent(db, event.seq);
  return event;
}

/** An event with the names that its row refers to. */
export interface NamedEvent extends SummedBody {
  event: string;
  distinct_id: string;
  timestamp: number;
}

/** Yields a project's events of a stretch of time in the order of arrival. @throws corrupt naming a damaged event */
export function* readInOrder(
  db: Db,
  projectId: number,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): Generator<NamedEvent, void> {
  const events = db.sql<NamedEvent>(
    `SELECT ${BODY}, e.text_sum, ${headFault("e")} AS head_fault, n.name AS event, d.distinct_id
     FROM ${allEvents()} e JOIN event_names n ON n.id = e.event_name_id JOIN distinct_ids d ON d.id = e.distinct_id_id
     WHERE e.project_id = ? AND +e.timestamp >= ? AND +e.timestamp < ? ORDER BY e.seq`,
  );
  for (const event of events.iterate(projectId, fromMs, untilMs)) {
    checkBody(db, event);
    yield event;
  }
}
