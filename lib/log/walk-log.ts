import type { Db } from "../storage/index.ts";
import { compareEvents, hiddenEvents, requireCounted } from "./all-events.ts";
import type { FoundEvents } from "./all-events.ts";
import { chunksBetween, eventsBetween, eventsInWalk, rowsInWalk } from "./event-rows.ts";
import { hasTextFault, headFault, ofProject, TEXT_FAULT } from "./event-sums.ts";
import { damagedEvent, eventUuid, isJson, toReason, UNREADABLE } from "./damaged-event.ts";
import { receivedAtOf, uuidTextOf } from "./event-texts.ts";
import { addChunk, walkChunk } from "./walk-chunk.ts";
import type { LogRange, SeeTexts } from "./walk-chunk.ts";

/** A range's events, for columns to be made of and compared with. */
export interface RangeWalk {
  /**
   * Four numbers for each event, in no order: distance from the range's first place, name, distinct id, time. @throws
   * corrupt naming an event with a damaged head, or when damage hides events
   */
  heads(): number[];
  /** The `seq` of the events whose heads are damaged. */
  badHeads(): number[];
  /** Events that are damaged, or have unreadable texts. */
  damaged(): DamagedPlace[];
  /** The place of a damaged event, for users. @param error of `damagedEvent` */
  placeOf(seq: number, error: unknown): DamagedPlace;
  /** Uuids (text), or times of arrival (epoch ms), in the order of arrival; null = lost by damage. */
  origins(column: "uuid" | "created_at"): Origin[];
  /** The number of events. */
  count(): number;
  /**
   * Calls `see` with the texts of all events, in the order of arrival.
   * @throws corrupt when the heads of a chunk are damaged
   */
  texts(see: SeeTexts): void;
  /** @param rows that a walk over texts saw @throws corrupt when damage, not a deletion, hides events */
  requireAll(rows: number): void;
}

export interface DamagedPlace {
  project_id: number;
  seq: number;
  /** Null = unreadable. */
  uuid: string | null;
  /** The reason, as a sentence. */
  reason: string;
}

interface Origin {
  seq: number;
  value: string | number | null;
}

export function walkRange(db: Db, range: LogRange): RangeWalk {
  const toPlace = (seq: number, reason: string) => ({
    project_id: range.projectId,
    seq,
    uuid: eventUuid(db, seq) || null,
    reason,
  });
  return {
    heads: () => readHeads(db, range),
    badHeads: () => findBadHeads(db, range),
    damaged: () => [...findDamaged(db, range)].map(([seq, reason]) => toPlace(seq, reason)),
    placeOf: (seq, error) => toPlace(seq, toReason(error)),
    origins: (column) => db.sql<Origin>(ORIGINS).all({ ...range, column }),
    count: () => countRows(db, range),
    texts: (see) => walkTexts(db, range, see),
    requireAll(rows) {
      if (countRows(db, range) > rows) throw hiddenEvents();
      compareEvents(db, range.firstSeq);
    },
  };
}

/**
 * The heads of a range in order; rows of `events` up to the event after the last. Counts rows, since a damaged, too
 * large `seq` would end a walk between two bounds early; events of chunks have no such fault.
 */
const HEADS = `(SELECT e.seq, e.event_name_id, e.distinct_id_id, e.timestamp, e.project_id = @projectId AS is_own,
    ${ofProject("e")} AND ${headFault("e")} AS is_bad
  FROM ${eventsInWalk("@firstSeq", "@lastSeq")} e ORDER BY e.seq)`;

/** As `HEADS`, but of rows of `events` alone. */
const ROW_HEADS = `(SELECT e.seq, e.event_name_id, e.distinct_id_id, e.timestamp, e.project_id = @projectId AS is_own,
    ${ofProject("e")} AND ${headFault("e")} AS is_bad
  FROM ${rowsInWalk("@firstSeq", "@lastSeq")} e ORDER BY e.seq)`;

function findBadHeads(db: Db, { leftOut, ...place }: LogRange): number[] {
  const seqs = db.sql<number>(`SELECT seq FROM ${HEADS} WHERE is_bad`).pluck().all(place);
  return leftOut === undefined ? seqs : seqs.filter((seq) => !leftOut.includes(seq));
}

/** The damaged events, each with the reason. */
function findDamaged(db: Db, range: LogRange): Map<number, string> {
  const found = new Map<number, string>();
  for (const seq of findBadHeads(db, range)) found.set(seq, toReason(damagedEvent(db, seq)));
  const leftOut = [...(range.leftOut ?? []), ...found.keys()];
  walkTexts(db, { ...range, leftOut }, (seq, properties, elements, fault) => {
    if (fault !== null) found.set(seq, fault);
    else if (!isJson(properties) || (elements?.startsWith("[") === true && !isJson(elements))) {
      found.set(seq, UNREADABLE);
    }
  });
  return found;
}

const ORIGINS = `SELECT e.seq, iif(@column = 'uuid', ${uuidTextOf("e")}, ${receivedAtOf("e")}) AS value
  FROM ${eventsBetween("@firstSeq", "@lastSeq")} e WHERE e.project_id = @projectId ORDER BY e.seq`;

function countRows(db: Db, { leftOut = [], ...place }: LogRange): number {
  const seqs = db.sql<number>(`SELECT seq FROM ${HEADS} WHERE is_own AND seq <= @lastSeq`).pluck().all(place);
  return seqs.filter((seq) => !leftOut.includes(seq)).length;
}

function readHeads(db: Db, { leftOut = [], ...place }: LogRange): number[] {
  const isLeftOut = leftOut.length === 0 ? "false" : `seq IN (${leftOut.map(Number).join(", ")})`;
  // Rows as one text: parsing it costs half as much as an object for each. One statement, since events move from rows
  // to chunks.
  const parts = db
    .sql<[text: string | null, bad: number | null, data: Buffer | null, events: number | null, firstSeq: number]>(
      `SELECT '[' || group_concat(
           (seq - @firstSeq) || ',' || event_name_id || ',' || distinct_id_id || ',' || timestamp, ','
         ) FILTER (WHERE is_own AND seq <= @lastSeq AND NOT ${isLeftOut}) || ']',
         min(seq) FILTER (WHERE is_bad AND NOT ${isLeftOut}), NULL, count(*) FILTER (WHERE seq <= @lastSeq), sum(seq) FILTER (WHERE seq <= @lastSeq)
       FROM ${ROW_HEADS}
       UNION ALL SELECT NULL, NULL, data, events, first_seq FROM (${chunksBetween("@firstSeq", "@lastSeq")})`,
    )
    .raw(true);
  const numbers: number[] = [];
  const found: FoundEvents = { count: 0, sum: 0 };
  for (const [text, bad, data, events, firstSeq] of parts.iterate(place)) {
    if (bad !== null) throw damagedEvent(db, bad);
    found.count += events ?? 0;
    // The first row has the number, and the sum, of all rows' places in these columns.
    found.sum = data === null ? firstSeq : null;
    if (data !== null) addChunk(db, { data, events: events ?? -1, firstSeq }, { ...place, leftOut }, numbers);
    else if (text !== null) for (const number of JSON.parse(text) as number[]) numbers.push(number);
  }
  requireCounted(db, { first: place.firstSeq, last: place.lastSeq }, found);
  return numbers;
}

function walkTexts(db: Db, range: LogRange, see: SeeTexts): void {
  const { projectId, firstSeq, lastSeq, leftOut = [] } = range;
  const parts = db
    .sql<[seq: number, ...row: TextRow, data: Buffer | null, events: number]>(
      `SELECT seq, properties, elements, text_sum, NULL, NULL FROM main.events NOT INDEXED
         WHERE seq BETWEEN @firstSeq AND @lastSeq AND project_id = @projectId
       UNION ALL SELECT first_seq, '', NULL, NULL, data, events FROM (${chunksBetween("@firstSeq", "@lastSeq")}) ORDER BY 1`,
    )
    .raw(true);
  for (const [seq, properties, elements, sum, data, events] of parts.iterate({ firstSeq, lastSeq, projectId })) {
    if (data !== null) {
      walkChunk(db, { data, events, firstSeq: seq }, { range, see });
      continue;
    }
    if (leftOut.length > 0 && leftOut.includes(seq)) continue;
    see(seq, properties, elements, hasTextFault(properties, elements, sum) ? TEXT_FAULT : null);
  }
}

/** Texts and checksum of a row. */
type TextRow = [properties: string, elements: string | null, sum: number];
