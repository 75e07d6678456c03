import { walkRange } from "../../../log/index.ts";
import type { DamagedPlace } from "../../../log/index.ts";
import { tryWrite } from "../../../storage/index.ts";
import type { Db } from "../../../storage/index.ts";
import { makeSegment } from "./make-segment.ts";
import type { BadEvent, MadeSegment, Step } from "./make-segment.ts";
import { isBlock, toLogRange } from "./project.ts";
import { insertSegment, isIntact, readRow } from "./segment-table.ts";
import type { BlockPlace } from "./segment-table.ts";
import { isWhole } from "./stored-column.ts";

/**
 * Makes the segment of a full block again, in steps as `projectSteps`. The old segment stays until the new one is
 * stored; and for good if it knows more than the log: it is intact, and an event of the log is damaged.
 * @param skipBad stores a segment without damaged events if no intact columns of them exist
 * @returns the damaged events of the log; without `skipBad`, any of them keeps the old segment
 */
export function* remakeSteps(db: Db, place: BlockPlace, skipBad: boolean): Generator<Step, DamagedPlace[]> {
  if (!isBlock(db, place)) return [];
  const before = readRow(db, place);
  const isTrusted = before !== undefined && isIntact(before, place) && isWhole(db, before);
  yield;
  const bad: BadEvent[] = [];
  const range = toLogRange(place);
  const made = yield* makeSegment(db, range, (one) => void bad.push(one));
  const damaged = bad.map(({ seq, error }) => walkRange(db, range).placeOf(seq, error));
  if (damaged.length > 0 && (isTrusted || !skipBad)) return damaged;
  const store = () => {
    if (!isBlock(db, place) || !hasAllRows(db, made)) return;
    db.sql("DELETE FROM segments WHERE project_id = ? AND block = ?").run(place.projectId, place.block);
    insertSegment(db, made);
  };
  while (!tryWrite(db, store)) yield "busy";
  return damaged;
}

/** Is the log unchanged? A full block can only lose rows. */
function hasAllRows(db: Db, { range, segment }: MadeSegment): boolean {
  return walkRange(db, range).count() === segment.head.rows;
}
