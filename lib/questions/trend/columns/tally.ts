import { grown } from "../../../base/grown.ts";
import type { Slice } from "../../../engines/columns/scan/scan.ts";
import type { Aggregate, Counting } from "../../../port/counting.ts";
import { addUp, SINGLE_WORKER } from "../../../engines/columns/group/worker-group.ts";
import type { WorkerGroup } from "../../../engines/columns/group/worker-group.ts";
import { DistinctCells } from "../../../engines/columns/entities/distinct-cells.ts";
import { eachBucket } from "../../../engines/columns/scan/each-bucket.ts";
import { readBits } from "../../../engines/columns/kernels/bits.ts";
import { countCodes, countLines, countMask, noteFirsts } from "../../../engines/columns/kernels/count.ts";
import { aggregateOf, createNumberCells } from "./number-cells.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { countPerEntity } from "./per-entity-tally.ts";
import { countByExpression } from "./expression-tally.ts";
import type { Tally, TallyFrame } from "./tally-frame.ts";
import type { CodedLines, Stretches } from "./coded-lines.ts";
import { addToCells } from "../../../engines/columns/entities/add-to-cells.ts";
import { entityIdsOfKind } from "../../../engines/columns/entities/counted-entities.ts";
import { actorIds, groupIds } from "../../../engines/columns/entities/entity-ids.ts";
import type { EntityIds } from "../../../engines/columns/entities/entity-ids.ts";
import { numbersOf } from "../../../engines/columns/scan/value-table.ts";

/** A tally whose buckets can be joined: `span` is the value of buckets `from` to `until − 1` of a line. */
export interface SpanTally extends Tally {
  /** Takes a slice whose codes tell its lines; absent = only `add` is possible. */
  addCoded?(slice: Slice, lines: CodedLines, stretches: Stretches): void;
  span(line: number, from: number, until: number): number;
  /** Lists to add up: numbers for each line and bucket, line by line; null = the counts cannot be added up. */
  sums(): Float64Array[] | null;
  /** Adds a line of another tally's sums. */
  addSums(line: number, sums: Float64Array[], from: number): void;
}

/** Makes an empty tally of a kind. Source: reference/insights.md 7.1. */
export function createTally(counting: Counting, frame: TallyFrame, execution: Execution): Tally {
  switch (counting.by) {
    case "events":
    case "numbers":
      return createSpanTally(counting, frame);
    case "firsts":
      return countFirsts(frame, idsOf(counting.of, execution));
    case "trailing_actors":
      return countTrailing(frame, counting.startsMs, actorIds(execution));
    case "actors":
    case "groups":
    case "sessions":
      return countIds(frame, idsOf(counting, execution));
    case "events_per_actor":
      return countPerEntity(frame, counting.aggregate, entityIdsOfKind(counting.actors, execution));
    case "session_seconds":
      return collectSeconds(frame, counting.aggregate, execution);
    case "expression":
      return countByExpression(frame, counting.total, execution);
  }
}

function idsOf(counting: Extract<Counting, { by: "firsts" }>["of"], execution: Execution): EntityIds {
  if (counting.by === "sessions") return execution.sessions;
  return counting.by === "actors" ? actorIds(execution) : groupIds(counting.groupTypeIndex);
}

/** Countings that need not remember actors or values. */
export type SpanCounting = Extract<Counting, { by: "events" | "numbers" }>;

export function createSpanTally(
  counting: SpanCounting,
  { edgesMs, workers = SINGLE_WORKER }: Pick<TallyFrame, "edgesMs"> & { workers?: WorkerGroup },
): SpanTally {
  const cells =
    counting.by === "events"
      ? countRows(edgesMs, workers)
      : collect(edgesMs, counting.key, counting.aggregate, workers);
  return { ...cells, values: (line) => edgesMs.map((_, bucket) => cells.span(line, bucket, bucket + 1)) };
}

function countRows(edgesMs: number[], workers: WorkerGroup): Omit<SpanTally, "values"> {
  const width = edgesMs.length;
  let counts = new Float64Array(width);
  const grow = (lines: number) => {
    if (lines * width > counts.length) counts = grown(counts, new Float64Array(lines * width * 2));
  };
  return {
    add(slice) {
      const { start, mask, line } = slice;
      grow(slice.lineLimit);
      eachBucket(slice, edgesMs, (bucket, from, until) => {
        if (typeof line !== "number") countLines(counts, { line, mask, width, bucket }, from - start, until - start);
        else
          counts[line * width + bucket]! += mask === null ? until - from : countMask(mask, from - start, until - start);
      });
    },
    addCoded({ mask, start }, { codes, table, lineLimit }, { buckets, bounds }) {
      grow(lineLimit);
      const codeCount = table.length;
      const own = new Uint32Array(buckets.length * codeCount);
      countCodes(own, codeCount, { codes, mask, start }, bounds);
      for (let at = 0; at < own.length; at++) {
        counts[table[at % codeCount]! * width + buckets[Math.floor(at / codeCount)]!]! += own[at]!;
      }
    },
    collect() {
      counts = addUp(workers, counts);
    },
    sums: () => [counts],
    addSums(line, [theirs], from) {
      grow(line + 1);
      for (let bucket = 0; bucket < width; bucket++)
        counts[line * width + bucket]! += theirs?.[from * width + bucket] ?? 0;
    },
    span(line, from, until) {
      let count = 0;
      for (let bucket = from; bucket < until; bucket++) count += counts[line * width + bucket] ?? 0;
      return count;
    },
  };
}

function collect(
  edgesMs: number[],
  key: string,
  aggregate: Aggregate,
  workers: WorkerGroup,
): Omit<SpanTally, "values"> {
  const width = edgesMs.length;
  const cells = createNumberCells(aggregate);
  return {
    add(slice) {
      const { segment, start, mask, line, lineLimit } = slice;
      const column = segment.property(key);
      const { codes } = column;
      const numbers = numbersOf(column);
      eachBucket(slice, edgesMs, (bucket, from, until) => {
        cells.add({ codes, numbers, line, mask, start, width, bucket }, lineLimit, from, until);
      });
    },
    ...(cells.addCoded !== undefined && {
      addCoded({ segment, start, mask }: Slice, lines: CodedLines, stretches: Stretches) {
        const column = segment.property(key);
        cells.addCoded?.({ codes: column.codes, numbers: numbersOf(column), mask, start, width }, lines, stretches);
      },
    }),
    collect: () => cells.collect(workers),
    sums: () => cells.sums(),
    addSums(line, sums, from) {
      cells.addSums(line * width, sums, from * width, width);
    },
    span: (line, from, until) => cells.value(line * width + from, line * width + until),
  };
}

function countIds({ edgesMs, lineCount, workers }: TallyFrame, entityIds: EntityIds): Tally {
  const width = edgesMs.length;
  const cells = new DistinctCells(entityIds, width * lineCount, workers);
  let counts: Float64Array | undefined;
  return {
    add: (slice) => addToCells(cells, edgesMs, slice, entityIds),
    sizeBytes: () => cells.sizeBytes(),
    collect() {
      cells.collect();
      counts = addUp(
        workers,
        Float64Array.from({ length: width * lineCount }, (_, cell) => cells.count(cell)),
      );
    },
    values: (line) => edgesMs.map((_, bucket) => counts?.[line * width + bucket] ?? cells.count(line * width + bucket)),
  };
}

/** Each session with a row in a cell counts once there, with its whole length. */
function collectSeconds(
  { edgesMs, lineCount, workers }: TallyFrame,
  aggregate: Aggregate,
  execution: Execution,
): Tally {
  const { sessions: entityIds } = execution;
  const width = edgesMs.length;
  const cells = new DistinctCells(entityIds, width * lineCount);
  return {
    add: (slice) => addToCells(cells, edgesMs, slice, entityIds),
    // Lengths of sessions are made of all segments.
    collect: () => requireAlone(workers),
    values(line) {
      const seconds = execution.sessionSeconds();
      return edgesMs.map((_, bucket) => aggregateBits(cells.bits(line * width + bucket), seconds, aggregate));
    },
  };
}

function aggregateBits(bits: Uint32Array, seconds: Float64Array, aggregate: Aggregate): number {
  const known = readBits(bits).filter((entityId) => entityId < seconds.length);
  return aggregateOf(
    Float64Array.from(known, (entityId) => seconds[entityId]!),
    aggregate,
  );
}

/** Each entity counts in its first bucket. */
function countFirsts({ edgesMs, workers }: TallyFrame, entityIds: EntityIds): Tally {
  const lines: (Int32Array | undefined)[] = [];
  const open = (line: number) => {
    const known = lines[line];
    const limit = entityIds.limit();
    if (known !== undefined && known.length >= limit) return known;
    // Groups and sessions get ids while they are read; kept counts get more actors with each question.
    const length = known === undefined ? limit : limit * 2;
    return (lines[line] = grown(known ?? new Int32Array(0), new Int32Array(length).fill(edgesMs.length)));
  };
  return {
    add(slice) {
      const { segment, start, end, mask, line } = slice;
      const numbers = entityIds.of(segment, start, end);
      eachBucket(slice, edgesMs, (bucket, from, until) => {
        if (typeof line === "number") {
          noteFirsts(open(line), numbers, { mask, start: 0, bucket }, from - start, until - start);
          return;
        }
        for (let row = from - start; row < until - start; row++) {
          const own = line[row]!;
          const entityId = numbers[row]!;
          if (own < 0 || entityId === 0 || (mask !== null && mask[row] === 0)) continue;
          const firsts = open(own);
          if (bucket < firsts[entityId]!) firsts[entityId] = bucket;
        }
      });
    },
    sizeBytes: () => lines.reduce((sum, line) => sum + (line?.byteLength ?? 0), 0),
    collect() {
      const [, ...others] = workers.collect(lines);
      for (const theirs of others) {
        for (const [line, firsts] of theirs.entries()) if (firsts !== undefined) keepLeast(open(line), firsts);
      }
    },
    values(line) {
      const counts = edgesMs.map(() => 0);
      for (const bucket of lines[line] ?? []) if (bucket < counts.length) counts[bucket]! += 1;
      return counts;
    },
  };
}

/**
 * Trailing windows overlap. Rows are counted once for each stretch between two neighbouring edges or starts; a window is the union of its
 * stretches.
 */
function countTrailing(
  { edgesMs, range, lineCount, workers }: TallyFrame,
  startsMs: number[],
  entityIds: EntityIds,
): Tally {
  const cutsMs = [...new Set([...edgesMs, ...startsMs])].toSorted((a, b) => a - b);
  const cells = new DistinctCells(entityIds, cutsMs.length * lineCount, workers);
  const placeOf = new Map(cutsMs.map((ms, place) => [ms, place]));
  const windows = edgesMs.map((_, bucket) => ({
    from: placeOf.get(startsMs[bucket]!) ?? 0,
    until: placeOf.get(edgesMs[bucket + 1] ?? range.untilMs) ?? cutsMs.length,
  }));
  const countLine = (line: number) => {
    const first = line * cutsMs.length;
    return cells.countWindows(windows.map(({ from, until }) => ({ from: first + from, until: first + until })));
  };
  let counts: Float64Array | undefined;
  return {
    add: (slice) => addToCells(cells, cutsMs, slice, entityIds),
    sizeBytes: () => cells.sizeBytes(),
    collect() {
      cells.collect();
      counts = addUp(
        workers,
        Float64Array.from(Array.from({ length: lineCount }, (_, line) => countLine(line)).flat()),
      );
    },
    values(line) {
      return [...(counts?.subarray(line * edgesMs.length, (line + 1) * edgesMs.length) ?? countLine(line))];
    },
  };
}

function keepLeast(own: Int32Array, theirs: Int32Array): void {
  for (let entityId = 0; entityId < theirs.length; entityId++)
    if (theirs[entityId]! < own[entityId]!) own[entityId] = theirs[entityId]!;
}

function requireAlone({ size }: WorkerGroup): void {
  if (size > 1) throw new TypeError("This is not counted by several threads.");
}
