import { eventUuid, tryWrite } from "../../../storage/index.ts";
import type { Db } from "../../../storage/index.ts";
import { makeSegment, PART_SIZE } from "./make-segment.ts";
import type { BadEvent, MadeSegment, Step } from "./make-segment.ts";
import { isBlock, toStretch } from "./project.ts";
import { BLOCK_SIZE } from "./segment.ts";
import { insertSegment, isIntact, readRow } from "./segment-table.ts";
import type { BlockPlace, StoredRow } from "./segment-table.ts";
import { isWhole, readStored } from "./stored-column.ts";

/** A damaged place of the log. */
export interface DamagedPlace {
  project_id: number;
  /** The first and the last affected event; equal for a single event. */
  first_seq: number;
  last_seq: number;
  /** Uuid of the event; null = any event of the range may be the damaged event. */
  uuid: string | null;
  /** The reason, as a sentence. */
  reason: string;
}

/**
 * Makes the segment of a full block again, in steps as `projectSteps`. The old segment stays until the new segment is
 * stored. It stays for good if it knows more than the log: it is intact, and the log has changed since.
 * @param skipBad stores a segment without unreadable events if no intact columns of them exist
 * @returns the damaged places of the log; without `skipBad`, the old segment stays if there are any
 */
export function* remakeSteps(db: Db, place: BlockPlace, skipBad: boolean): Generator<Step, DamagedPlace[]> {
  if (!isBlock(db, place)) return [];
  const before = readRow(db, place);
  const isTrusted = before !== undefined && before.checksum !== null && isIntact(before, place) && isWhole(db, before);
  yield;
  const bad: BadEvent[] = [];
  const made = yield* makeSegment(db, toStretch(place), (one) => void bad.push(one));
  const unreadable = bad.map(({ seq }) => toDamagedPlace(db, place, seq, "It cannot be read."));
  const known = isTrusted ? before : undefined;
  const damaged = [...unreadable, ...(known === undefined ? [] : findChanged(db, known, made))];
  if (damaged.length > 0 && (isTrusted || !skipBad)) return damaged;
  const store = () => {
    if (!isBlock(db, place) || !hasAllRows(db, made)) return;
    db.sql("DELETE FROM segments WHERE project_id = ? AND block = ?").run(place.projectId, place.block);
    insertSegment(db, made);
  };
  while (!tryWrite(db, store)) yield "busy";
  return damaged;
}

/** Is the log unchanged since the segment was made? A full block can only lose rows. */
function hasAllRows(db: Db, { stretch, segment }: MadeSegment): boolean {
  const rows = db
    .sql("SELECT count(*) FROM events NOT INDEXED WHERE seq BETWEEN ? AND ? AND project_id = ?")
    .pluck()
    .get(stretch.firstSeq, stretch.lastSeq, stretch.projectId);
  return rows === segment.head.rows + (stretch.leftOut?.length ?? 0);
}

/** The place of one event. */
export function toDamagedPlace(db: Db, { projectId }: BlockPlace, seq: number, reason: string): DamagedPlace {
  return { project_id: projectId, first_seq: seq, last_seq: seq, uuid: eventUuid(db, seq) || null, reason };
}

/** The events whose texts differ from those of the stored segment; whole parts where no column tells which event. */
export function findChanged(db: Db, before: StoredRow, made: MadeSegment): DamagedPlace[] {
  const { stretch, segment, logChecksums } = made;
  const place = { projectId: stretch.projectId, block: stretch.firstSeq / BLOCK_SIZE };
  const then = JSON.parse(before.log_checksums ?? "[]") as number[];
  const leftOut = new Set(stretch.leftOut);
  return logChecksums.flatMap((sum, index) => {
    if (sum === then[index]) return [];
    const firstSeq = stretch.firstSeq + index * PART_SIZE;
    const lastSeq = firstSeq + PART_SIZE - 1;
    // An event that is left out explains it.
    for (const seq of leftOut) if (seq >= firstSeq && seq <= lastSeq) return [];
    const found = new Map<number, string>();
    for (const [key, column] of made.properties.columns) {
      const stored = readStored(db, before, `p:${key}`);
      for (let row = 0; row < segment.seqs.length; row++) {
        const seq = stretch.firstSeq + segment.seqs[row]!;
        if (seq < firstSeq || seq > lastSeq) continue;
        const [now, old] = [column, stored].map((one) => JSON.stringify(one?.values[one.codes[row] ?? 0]));
        if (now !== old) found.set(seq, `Its property ${JSON.stringify(key)} is not the one that it came with.`);
      }
    }
    if (found.size > 0) return [...found].map(([seq, reason]) => toDamagedPlace(db, place, seq, reason));
    const reason = "One of these events is not as it came.";
    return [{ project_id: place.projectId, first_seq: firstSeq, last_seq: lastSeq, uuid: null, reason }];
  });
}
