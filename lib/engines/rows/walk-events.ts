import type { DateRange } from "../../port/range.ts";
import { parseElements } from "../../events/elements/index.ts";
import { groupLookup, propertyText, storedValue } from "../../events/filters/index.ts";
import type { EventRow } from "../../port/row.ts";
import type { MetadataKey, Properties } from "../../events/filters/index.ts";
import type { ExpressionTest } from "../../events/expression-tests.ts";
import { eventsByTime, parseOfEvent, readEvent, readEventsAmong } from "../../log/index.ts";
import type { StoredBody } from "../../log/index.ts";
import { parseStored } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { internal } from "../../base/errors.ts";
import { personUuid, toUuidText } from "../../base/ids.ts";
import { toIso } from "../../base/clock.ts";
import type { SessionKey } from "../../events/sessions/index.ts";
import { openTestsOfExpressions } from "./test-expression.ts";
import { sessionIdOf, sessionLookup } from "./read-sessions.ts";
import type { SessionLookup } from "./read-sessions.ts";

/** Which events to walk. */
export interface WalkInput {
  projectId: number;
  /** Inclusive. */
  fromMs: number;
  /** Exclusive. */
  untilMs: number;
  /** Only this actor's events (see `EventRow.actor`). @default everybody's */
  actor?: number;
  /** Only events of these `seq`. @default all */
  seqs?: readonly number[];
  /** The events that form sessions. @default no event has a session */
  sessionRange?: DateRange;
  /** Do sessions last over all their events? @default false: over events of the range */
  hasWholeSessions?: boolean;
  /** Called for each row; ends the walk by throwing. @default nothing */
  checkpoint?: () => void;
}

/** Events whose rows are read at once: about 10 ms. */
const PART = 1000;

/** Walks a project's events in order of time, then of arrival. Do not write to the database meanwhile. */
export function* walkEvents(db: Db, input: WalkInput): Generator<EventRow> {
  const { projectId, fromMs, untilMs, actor, checkpoint } = input;
  const readers: Readers = {
    groupOf: groupLookup(db, projectId),
    sessionOf: sessionLookup(db, input),
    projectId,
    fulfils: openTestsOfExpressions()(),
  };
  for (const seqs of partsOf(db, input)) {
    for (const row of readEventsAmong(db, { projectId, fromMs, untilMs, seqs, actor })) {
      checkpoint?.();
      yield toEventRow(db, row, readers);
    }
  }
}

/** Places of the events, in parts in order of time. */
function* partsOf(db: Db, { projectId, fromMs, untilMs, seqs }: WalkInput): Generator<readonly number[]> {
  if (seqs !== undefined) return yield seqs;
  for (const places of eventsByTime(db, { projectId, fromMs, untilMs }, "oldest first")) {
    for (let at = 0; at < places.length; at += PART) yield places.slice(at, at + PART).map(({ seq }) => seq);
  }
}

interface Readers {
  groupOf(groupTypeIndex: number, groupKey: string): Properties;
  sessionOf: SessionLookup;
  projectId: number;
  fulfils: ExpressionTest;
}

function toEventRow(db: Db, row: StoredBody, { groupOf, sessionOf, projectId, fulfils }: Readers): EventRow {
  const text = row.person_properties;
  const properties = parseOfEvent<Properties>(db, row.seq, row.properties);
  const event: EventRow = {
    seq: row.seq,
    event: row.event,
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
    arrival: () => arrivalOf(db, projectId, row.seq),
    fulfils: (filter, lookup) => fulfils(event, filter, lookup),
  };
  return event;
}

/** An event of a question; it was there just now. */
function arrivalOf(db: Db, projectId: number, seq: number): { uuid: string; receivedMs: number } {
  const stored = readEvent(db, projectId, seq);
  if (stored === undefined) throw internal(new Error(`Event ${seq} was deleted while it was read.`));
  return { uuid: toUuidText(stored.uuid), receivedMs: stored.received_at };
}

function columnOf(row: StoredBody, projectId: number, key: MetadataKey): string | null {
  switch (key) {
    case "event":
      return row.event;
    case "distinct_id":
      return row.distinct_id;
    case "person_id":
      return row.person_uuid ?? (row.is_personless === 1 ? personUuid(projectId, row.distinct_id) : null);
    case "timestamp":
      return toIso(row.timestamp);
  }
}

function toActor(row: StoredBody): number | null {
  if (row.person_id !== null) return row.person_id;
  return row.is_personless ? -row.distinct_id_id : null;
}

/** The key of the group of this type that the event names; empty = none. */
export function groupKeyOf(properties: Properties, groupTypeIndex: number): string {
  return propertyText(storedValue(properties, `$group_${groupTypeIndex}`));
}
