import type { BreakdownPlan } from "../plan.ts";
import type { DateRange } from "../../../port/range.ts";
import type { GroupValue } from "../../../port/lines.ts";
import type { Keys } from "../../../engines/columns/scan/group-values.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import type { Slice } from "../../../engines/columns/scan/scan.ts";
import { SINGLE_WORKER } from "../../../engines/columns/group/worker-group.ts";
import { toStretches } from "./coded-lines.ts";
import { createTally } from "./tally.ts";
import type { SpanTally } from "./tally.ts";
import type { Tally } from "./tally-frame.ts";
import type { LinedSlice } from "../../../engines/columns/entities/add-to-cells.ts";

/**
 * Numbers of the keys in the value range, the highest rank first, then the greater key. One passing row is enough for a
 * key, whatever it adds up to.
 */
export function rankKeys(
  { rankBy }: Extract<BreakdownPlan, { by: "values" }>,
  { keys, slices, range }: { keys: Keys; slices: Iterable<Slice>; range: DateRange },
  execution: Execution,
): number[] {
  const frame = { range, edgesMs: [range.fromMs], lineCount: 1000, workers: SINGLE_WORKER };
  const tally = createTally(rankBy, frame, execution);
  // Rows decide whether a key is there, whatever ranks it.
  const held = rankBy.by === "events" ? tally : createTally({ by: "events" }, frame, execution);
  const tallies = held === tally ? [tally] : [tally, held];
  for (const slice of slices) addKeyed(tallies, slice, keys, frame.edgesMs);
  const numbers = Array.from({ length: keys.limit() }, (_, number) => number);
  return sortKeys(
    keys,
    numbers.filter((number) => (held.values(number)[0] ?? 0) > 0),
    (number) => tally.values(number)[0] ?? 0,
  );
}

/** Up to this many codes are counted by stretch, and then summed by key. */
const MAX_CODES = 1024;

/** Adds a slice to tallies with a line for each key. @param edgesMs of the tallies */
export function addKeyed(
  tallies: readonly (Tally & Pick<SpanTally, "addCoded">)[],
  slice: Slice,
  keys: Keys,
  edgesMs: readonly number[],
): void {
  const coded = tallies.some(({ addCoded }) => addCoded !== undefined) ? keys.coded?.(slice.segment) : undefined;
  const isCoded = coded !== undefined && coded.table.length <= MAX_CODES;
  const stretches = isCoded ? toStretches(slice, edgesMs) : null;
  for (const tally of tallies) {
    if (!isCoded || tally.addCoded === undefined) tally.add(toKeyed(slice, keys));
    else if (stretches !== null) tally.addCoded(slice, { ...coded, lineLimit: keys.limit() }, stretches);
  }
}

function toKeyed(slice: Slice, keys: Keys): LinedSlice {
  const { buffer, byteOffset, length } = keys.of(slice.segment, slice.start, slice.end);
  return { ...slice, line: new Int32Array(buffer, byteOffset, length), lineLimit: keys.limit() };
}

/** The highest size first, then the greater key. */
export function sortKeys(
  keys: Pick<Keys, "valuesOf">,
  numbers: number[],
  sizeOf: (number: number) => number,
): number[] {
  return numbers
    .map((number) => ({ number, values: keys.valuesOf(number), size: sizeOf(number) }))
    .toSorted((a, b) => b.size - a.size || compareDescending(a.values, b.values))
    .map(({ number }) => number);
}

function compareDescending(a: GroupValue[], b: GroupValue[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? "";
    if (left === right) continue;
    // Beside numbers, only a missing number is a text.
    if (typeof left !== typeof right) return typeof left === "number" ? -1 : 1;
    return left > right ? -1 : 1;
  }
  return 0;
}
