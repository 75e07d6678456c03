import type { Db } from "../storage/index.ts";
import { compareEvents, hiddenEvents, requireCounted } from "./all-events.ts";
import type { FoundEvents } from "./all-events.ts";
import { chunksBetween, eventsInWalk, rowsInWalk } from "./event-rows.ts";
import { damagedHead, hasTextFault, headFault, ofProject, TEXT_FAULT } from "./event-sums.ts";
import { addChunk, walkChunk } from "./walk-chunk.ts";
import type { LogRange, SeeTexts } from "./walk-chunk.ts";

/**
 * The heads of a range's events: a row for each, in their order, and of the rows of `events` those up to the event after the last. A
 * damaged `seq` that is too large would end a walk between two bounds early; this walk counts rows. Whole events of chunks have
 * no such fault.
 */
const HEADS = `(SELECT e.seq, e.event_name_id, e.distinct_id_id, e.timestamp, e.project_id = @projectId AS is_own,
    ${ofProject("e")} AND ${headFault("e")} AS is_bad
  FROM ${eventsInWalk("@firstSeq", "@lastSeq")} e ORDER BY e.seq)`;

/** The same of the rows of `events` alone. */
const ROW_HEADS = `(SELECT e.seq, e.event_name_id, e.distinct_id_id, e.timestamp, e.project_id = @projectId AS is_own,
    ${ofProject("e")} AND ${headFault("e")} AS is_bad
  FROM ${rowsInWalk("@firstSeq", "@lastSeq")} e ORDER BY e.seq)`;

/** The `seq` of a range's events whose heads are damaged. */
export function findBadHeads(db: Db, { leftOut, ...place }: LogRange): number[] {
  const seqs = db.sql<number>(`SELECT seq FROM ${HEADS} WHERE is_bad`).pluck().all(place);
  return leftOut === undefined ? seqs : seqs.filter((seq) => !leftOut.includes(seq));
}

/** The number of events of a range. */
export function countRows(db: Db, { leftOut = [], ...place }: LogRange): number {
  const seqs = db.sql<number>(`SELECT seq FROM ${HEADS} WHERE is_own AND seq <= @lastSeq`).pluck().all(place);
  return seqs.filter((seq) => !leftOut.includes(seq)).length;
}

/**
 * The heads of a range's events, four numbers for each: its distance from the range's first place, name, distinct id and time. In no
 * order. @throws corrupt naming an event whose head is damaged, or when damage hides events
 */
export function readHeads(db: Db, { leftOut = [], ...place }: LogRange): number[] {
  const isLeftOut = leftOut.length === 0 ? "false" : `seq IN (${leftOut.map(Number).join(", ")})`;
  // Rows as one text: parsing it costs half as much as creating an object for each. One statement for rows and chunks, since events move
  // from the one to the other.
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
    if (bad !== null) throw damagedHead(db, bad);
    found.count += events ?? 0;
    // The first row has the number and the sum of the places of all rows in these columns.
    found.sum = data === null ? firstSeq : null;
    if (data !== null) addChunk(db, { data, events: events ?? -1, firstSeq }, { ...place, leftOut }, numbers);
    else if (text !== null) for (const number of JSON.parse(text) as number[]) numbers.push(number);
  }
  requireCounted(db, { first: place.firstSeq, last: place.lastSeq }, found);
  return numbers;
}

/**
 * Walks over the texts of a range's events, in the order of arrival.
 * @throws corrupt when the heads of a chunk are damaged
 */
export function walkTexts(db: Db, range: LogRange, see: SeeTexts): void {
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

/** The texts of a row, and their checksum. */
type TextRow = [properties: string, elements: string | null, sum: number];

/** @throws corrupt when damage hides events from the walk over texts, instead of a deletion */
export function requireWalked(db: Db, range: LogRange, rows: number): void {
  if (countRows(db, range) > rows) throw hiddenEvents();
  compareEvents(db, range.firstSeq);
}
