import type { Db } from "../storage/index.ts";
import { sound } from "../storage/index.ts";
import { requireAllEvents } from "./all-events.ts";
import { toUuidText } from "../base/ids.ts";
import { lostSeqs } from "./chunks/chunk-table.ts";
import { hasLostHeads, unpackHeads, unpackUuids } from "./chunks/placed-heads.ts";
import { damagedEvent, soundUuid } from "./damaged-event.ts";
import { chunksBetween, eventsBetween } from "./event-rows.ts";
import { checkEvent, headFault, sumsOf } from "./event-sums.ts";
import type { SummedEvent } from "./event-sums.ts";
import { elementsOf, propertiesOf, receivedAtOf, uuidOf } from "./event-texts.ts";
import { newestSeq, seqAfter } from "./newest-seq.ts";
import type { StoredChunk } from "./walk-chunk.ts";

/** Places of the log, inclusive. */
export interface LogPlaces {
  first: number;
  last: number;
}

/** A stretch of the log, between pauses of a walk. */
export interface LogStretch {
  /** 0 = the beginning of the log. */
  after: number;
  /** Events that it has at most, of any project; it has one at least, if there is one. */
  count: number;
  /** The last place. @default any */
  until?: number;
}

/** The last place may lie behind the end of the log. */
export function placesOf(db: Pick<Db, "sql">, { after, count, until = Infinity }: LogStretch): LogPlaces {
  return { first: after + 1, last: Math.min(seqAfter(db, after, count), until) };
}

/** The head of an event of any project. */
export interface LogHead {
  seq: number;
  projectId: number;
  ordinal: number;
  nameId: number;
  timestampMs: number;
  /** A part of it is not as it was stored. */
  isDamaged: boolean;
  /** The event's uuid as text; empty = lost by damage. */
  uuid(): string;
}

interface HeadRow extends Omit<LogHead, "isDamaged" | "uuid"> {
  isDamaged: number;
  uuid: unknown;
}

/**
 * The heads of a stretch in the order of arrival, and where it ends; at the end of the log, also events whose damaged
 * place lies behind.
 * @throws corrupt when damage hides events
 */
export function readHeads(db: Db, stretch: LogStretch): { heads: LogHead[]; last: number } {
  const places = placesOf(db, stretch);
  const bounds = toBounds(db, places);
  // One statement, since events move from rows to chunks.
  const parts = db
    .sql<HeadRow & { data: Buffer | null; events: number | null }>(
      `SELECT e.seq, e.project_id AS projectId, e.distinct_id_id AS ordinal, e.event_name_id AS nameId, e.timestamp AS timestampMs,
         ${headFault("e")} AS isDamaged, e.uuid, NULL AS data, NULL AS events
       FROM main.events e NOT INDEXED WHERE e.seq BETWEEN @first AND @last
       UNION ALL SELECT first_seq, 0, 0, 0, 0, 0, NULL, data, events FROM (${chunksBetween("@first", "@last")}) ORDER BY 1`,
    )
    .iterate(bounds);
  const heads: LogHead[] = [];
  for (const { data, events, uuid, isDamaged, ...head } of parts) {
    if (data === null) heads.push({ ...head, isDamaged: isDamaged === 1, uuid: () => soundUuid(uuid) });
    else addHeads({ data, events: events ?? -1, firstSeq: head.seq }, bounds, heads);
  }
  // A damaged event's row stays between those of a chunk.
  heads.sort((a, b) => a.seq - b.seq);
  requireFound(db, places, heads);
  return { heads, last: places.last };
}

/** A virtual table would take five times as long. */
function addHeads({ data, events, firstSeq }: StoredChunk, { first, last }: LogPlaces, heads: LogHead[]): void {
  const placed = unpackHeads(data);
  if (hasLostHeads(placed, events)) {
    const uuids = unpackUuids(data);
    const lost = { projectId: 0, ordinal: 0, nameId: 0, timestampMs: 0, isDamaged: true };
    for (const seq of lostSeqs(firstSeq, data, events)) {
      if (seq >= first && seq <= last) heads.push({ seq, ...lost, uuid: () => soundUuid(uuids?.uuid(seq)) });
    }
    return;
  }
  // All its events were deleted.
  if (placed === undefined) return;
  const { projects, ordinals, names, times } = placed.heads;
  for (const [index, seq] of placed.seqs.entries()) {
    if (seq < first || seq > last) continue;
    heads.push({
      seq,
      projectId: projects[index] as number,
      ordinal: ordinals[index] as number,
      nameId: names[index] as number,
      timestampMs: times[index] as number,
      isDamaged: false,
      uuid: () => soundUuid(placed.uuid(seq)),
    });
  }
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
 * The whole events of a stretch, as `readHeads`. Each is checked when it is taken.
 * @throws corrupt naming a damaged event, or when damage hides events
 */
export function readEvents(db: Db, stretch: LogStretch): { events: Iterable<LoggedEvent>; last: number } {
  const places = placesOf(db, stretch);
  return { events: readWhole(db, places), last: places.last };
}

function* readWhole(db: Db, places: LogPlaces): Generator<LoggedEvent, void> {
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
