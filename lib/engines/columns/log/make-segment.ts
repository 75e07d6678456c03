import type { LogRange } from "../../../log/index.ts";
import { countDeletions, damagedEvent, walkRange } from "../../../log/index.ts";
import type { Db } from "../../../storage/index.ts";
import { collectProperties, readSegment } from "./read-log.ts";
import type { LogSegment, Properties } from "./read-log.ts";

/**
 * A key with more values in a block (ids, free text), and keys after the first 250, are read from the JSON on demand:
 * disk and memory stay in proportion to the log, whatever clients send.
 */
const LIMITS = { maxKeys: 250, maxValues: 32_768, maxSize: 2 * 1024 * 1024 };

/** Rows whose JSON is read in one step, which blocks the thread for about 10 ms on a slow machine. */
const PART_SIZE = 2048;

/** The end of a step; "busy" = another process writes: wait a little. */
export type Step = "busy" | void;

/** A segment made from the log, ready to be stored. */
export interface MadeSegment {
  range: LogRange;
  segment: LogSegment;
  properties: Properties;
  /** The count of deletions at the start: later deletions may have removed rows. */
  deletions: unknown;
}

export interface BadEvent {
  seq: number;
  error: unknown;
}

/**
 * Makes the segment of a full block, in steps between which other work may run.
 * @param onBad called for each damaged event, which is left out
 * @throws corrupt naming the first damaged event, without `onBad`
 */
export function* makeSegment(db: Db, range: LogRange, onBad?: (bad: BadEvent) => void): Generator<void, MadeSegment> {
  const deletions = countDeletions(db);
  const bad: number[] = [];
  const leave =
    onBad === undefined
      ? undefined
      : (seq: number, error: unknown) => {
          bad.push(seq);
          onBad({ seq, error });
        };
  const without = () => makeSegment(db, { ...range, leftOut: [...(range.leftOut ?? []), ...bad] }, onBad);
  if (leave !== undefined) for (const seq of walkRange(db, range).badHeads()) leave(seq, damagedEvent(db, seq));
  if (bad.length > 0) return yield* without();
  const segment = readSegment(db, range);
  yield;
  const collector = collectProperties(range, segment.seqs, LIMITS);
  for (let firstSeq = range.firstSeq; firstSeq <= range.lastSeq; firstSeq += PART_SIZE) {
    collector.read(db, { ...range, firstSeq, lastSeq: Math.min(range.lastSeq, firstSeq + PART_SIZE - 1) }, leave);
    yield;
  }
  // Starts over, because the bad rows were counted.
  if (bad.length > 0) return yield* without();
  return { range, segment, properties: collector.finish(db), deletions };
}
