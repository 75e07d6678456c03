import type { DateRange } from "../../port/range.ts";
import { parseElements } from "../../events/elements/index.ts";
import { groupLookup, propertyText, storedValue } from "../../events/filters/index.ts";
import type { EventRow } from "../../port/row.ts";
import type { MetadataKey, Properties } from "../../events/filters/index.ts";
import {
  checkBody,
  compareEvents,
  damagedHead,
  EARLIEST_MS,
  elementsOf,
  eventsAmong,
  eventsByTime,
  headFault,
  LATEST_MS,
  parseOfEvent,
  propertiesOf,
} from "../../log/index.ts";
import { numbersFault, parseStored, sound } from "../../storage/index.ts";
import type { SummedBody } from "../../log/index.ts";
import type { Db } from "../../storage/index.ts";
import { personUuid } from "../../base/ids.ts";
import { toIso } from "../../base/clock.ts";
import type { SessionKey } from "../../events/sessions/index.ts";
import { createTestOfExpressions } from "./test-expression.ts";
import type { TestExpression } from "./test-expression.ts";
import { sessionIdOf, sessionLookup } from "./read-sessions.ts";
import type { SessionLookup } from "./read-sessions.ts";

/** Which events to walk. */
export interface WalkInput {
  projectId: number;
  /** Inclusive. */
  fromMs: number;
  /** Exclusive. */
  untilMs: number;
  /** Only events of this one (see `EventRow.actor`). @default everybody's */
  actor?: number;
  /** Only events of these `seq`. @default all */
  seqs?: readonly number[];
  /** The events that form sessions. @default none: no event has a session */
  sessionRange?: DateRange;
  /** Is the duration of sessions that of all their events? @default false: of those in the range */
  hasWholeSessions?: boolean;
  /** Called for each row that is read; ends the walk by throwing. @default nothing */
  checkpoint?: () => void;
}

interface StoredRow extends SummedBody {
  name: string;
  timestamp: number;
  distinct_id_id: number;
  distinct_id: string;
  person_id: number | null;
  person_uuid: string | null;
  is_personless: number;
  person_properties: string | null;
  person_created_at: number | null;
}

/** Events whose rows are read at once, about 10 ms. More take more memory. */
const PART = 1000;

/**
 * Walks the events of a project in a stretch of time, in order of time and, where equal, of arrival. Do not write to the database
 * while walking.
 */
export function* walkEvents(db: Db, input: WalkInput): Generator<EventRow> {
  const { projectId, fromMs, untilMs, actor, checkpoint } = input;
  const readers: Readers = {
    groupOf: groupLookup(db, projectId),
    sessionOf: sessionLookup(db, input),
    projectId,
    fulfils: createTestOfExpressions(),
  };
  const rows = db.sql<StoredRow>(
    `SELECT e.seq, ${sound("event_names", "n", "name")} AS name, e.timestamp, ${propertiesOf("e")} AS properties, ${elementsOf("e")} AS elements, e.text_sum, ${headFault("e")} AS head_fault,
              d.id AS distinct_id_id, ${sound("distinct_ids", "d", "distinct_id")} AS distinct_id, ${sound("persons", "p", "uuid")} AS person_uuid, ${sound("distinct_ids", "d", "person_id")} AS person_id, d.is_personless, ${sound("persons", "p", "properties")} AS person_properties, p.created_at AS person_created_at
         FROM ${eventsAmong("@seqs")} e
         LEFT JOIN event_names n ON n.id = e.event_name_id
         LEFT JOIN distinct_ids d ON d.id = e.distinct_id_id
         LEFT JOIN persons p ON p.id = d.person_id
        WHERE e.project_id = @projectId AND e.timestamp >= @fromMs AND e.timestamp < @untilMs ${actor === undefined ? "" : `AND (${ofActor(actor)} OR ${headFault("e")} OR ${numbersFault("distinct_ids", "d")})`}
        ORDER BY e.timestamp, e.seq`,
  );
  const bound = { projectId, fromMs, untilMs, ...(actor !== undefined && { actor: Math.abs(actor) }) };
  for (const part of partsOf(db, input)) {
    const found = rows.all({ ...bound, seqs: JSON.stringify(part) });
    if (actor === undefined && found.length < part.length) compareEvents(db, 1);
    for (const row of found) {
      checkpoint?.();
      checkBody(db, row);
      yield toEventRow(db, requireReferred(db, row), readers);
    }
  }
}

/** The places of the events, in parts of which each is before the next in time. */
function* partsOf(db: Db, { projectId, fromMs, untilMs, seqs }: WalkInput): Generator<readonly number[]> {
  if (seqs !== undefined) return yield seqs;
  const range = {
    projectId,
    fromMs: Math.max(fromMs, EARLIEST_MS),
    untilMs: Math.min(untilMs, LATEST_MS + 1),
    untilSeq: Number.MAX_SAFE_INTEGER,
  };
  for (const places of eventsByTime(db, range, "oldest first")) {
    for (let at = 0; at < places.length; at += PART) yield places.slice(at, at + PART).map(({ seq }) => seq);
  }
}

/** @throws corrupt when a row that the event refers to is lost */
function requireReferred(db: Db, row: StoredRow): StoredRow {
  const { name, distinct_id_id: id }: { name: string | null; distinct_id_id: number | null } = row;
  if (name === null || id === null) throw damagedHead(db, row.seq);
  return row;
}

function ofActor(actor: number): string {
  return actor > 0 ? "d.person_id = @actor" : "(d.person_id IS NULL AND d.is_personless AND d.id = @actor)";
}

interface Readers {
  groupOf(groupTypeIndex: number, groupKey: string): Properties;
  sessionOf: SessionLookup;
  projectId: number;
  fulfils: TestExpression;
}

function toEventRow(db: Db, row: StoredRow, { groupOf, sessionOf, projectId, fulfils }: Readers): EventRow {
  const text = row.person_properties;
  const properties = parseOfEvent<Properties>(db, row.seq, row.properties);
  const event: EventRow = {
    seq: row.seq,
    event: row.name,
    timestampMs: row.timestamp,
    actor: toActor(row),
    properties,
    personId: row.person_id,
    personCreatedMs: row.person_created_at,
    personProperties: text === null ? {} : parseStored<Properties>("person", row.person_id, text),
    groupProperties: (index) => groupOf(index, groupKeyOf(properties, index)),
    elements: () => (row.elements === null ? [] : parseOfEvent(db, row.seq, row.elements, parseElements)),
    sessionValue: (key: SessionKey) => sessionOf(sessionIdOf(properties), key),
    column: (key) => columnOf(row, projectId, key),
    fulfils: (filter) => fulfils(event, filter),
  };
  return event;
}

function columnOf(row: StoredRow, projectId: number, key: MetadataKey): string | null {
  switch (key) {
    case "event":
      return row.name;
    case "distinct_id":
      return row.distinct_id;
    case "person_id":
      return row.person_uuid ?? (row.is_personless === 1 ? personUuid(projectId, row.distinct_id) : null);
    case "timestamp":
      return toIso(row.timestamp);
  }
}

function toActor(row: StoredRow): number | null {
  if (row.person_id !== null) return row.person_id;
  return row.is_personless ? -row.distinct_id_id : null;
}

/** The key of the group of this type that the event names; empty = none. */
export function groupKeyOf(properties: Properties, groupTypeIndex: number): string {
  return propertyText(storedValue(properties, `$group_${groupTypeIndex}`));
}
