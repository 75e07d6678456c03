import type { Db } from "../../../storage/index.ts";
import { LogSum } from "./checksum.ts";
import { collectProperties, readSegment } from "./read-log.ts";
import type { LogSegment, Properties, Stretch } from "./read-log.ts";

/**
 * Limits of columns. A key with more values than this in a block (ids, free text), and keys after the first 250, are
 * read from the JSON on demand: disk and memory stay in proportion to the log, whatever clients send.
 */
const LIMITS = { maxKeys: 250, maxValues: 32_768, maxSize: 2 * 1024 * 1024 };

/**
 * Rows whose JSON is read in one step, and which share a checksum: about 10 ms on a slow machine. More rows block the
 * thread for longer.
 */
export const PART_SIZE = 2048;

/** The end of a step; "busy" = another process writes, so the next step should come a little later. */
export type Step = "busy" | void;

/** A segment made from the log, ready to be stored. */
export interface MadeSegment {
  stretch: Stretch;
  segment: LogSegment;
  properties: Properties;
  /** For each checksummed part of the stretch. */
  logChecksums: number[];
  /** The log's count of deletions at the beginning: later deletions may have removed rows. */
  deletions: unknown;
}

/** An event that cannot be read, with the reason. */
export interface BadEvent {
  seq: number;
  error: unknown;
}

/**
 * Makes the segment of a full block, in steps between which other work may run.
 * @param onBad called for each unreadable event, which is then left out
 * @throws corrupt naming the first such event, without `onBad`
 */
export function* makeSegment(db: Db, stretch: Stretch, onBad?: (bad: BadEvent) => void): Generator<void, MadeSegment> {
  const deletions = countDeletions(db);
  const segment = readSegment(db, stretch);
  yield;
  const collector = collectProperties(stretch, segment.seqs, LIMITS);
  const sum = new LogSum();
  const bad: number[] = [];
  const watch = {
    see: (properties: string, elements: string | null) => sum.add(properties, elements),
    onBad:
      onBad === undefined
        ? undefined
        : (seq: number, error: unknown) => {
            bad.push(seq);
            onBad({ seq, error });
          },
  };
  const logChecksums: number[] = [];
  for (const part of checksumParts(stretch)) {
    collector.read(db, part, watch);
    logChecksums.push(sum.take());
    yield;
  }
  // From the start without them, because their rows were counted already.
  if (bad.length > 0)
    return yield* makeSegment(db, { ...stretch, leftOut: [...(stretch.leftOut ?? []), ...bad] }, onBad);
  return { stretch, segment, properties: collector.finish(), logChecksums, deletions };
}

/** The parts of a block, each with a checksum. */
export function checksumParts(stretch: Stretch): Stretch[] {
  const parts: Stretch[] = [];
  for (let firstSeq = stretch.firstSeq; firstSeq <= stretch.lastSeq; firstSeq += PART_SIZE) {
    parts.push({ ...stretch, firstSeq, lastSeq: Math.min(stretch.lastSeq, firstSeq + PART_SIZE - 1) });
  }
  return parts;
}

/** The number of deletions of events or segments so far. */
export function countDeletions(db: Db): unknown {
  return db.sql("SELECT deletions FROM log_changes WHERE id = 1").pluck().get();
}
