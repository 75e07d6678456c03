import type { FunnelBreakdown } from "../plan.ts";
import type { DateRange } from "../../../port/range.ts";
import type { LineKey } from "../../../port/lines.ts";
import { compileKeys } from "../../../engines/columns/scan/group-values.ts";
import type { Keys } from "../../../engines/columns/scan/group-values.ts";
import { compileMask } from "../../../engines/columns/scan/mask.ts";
import { rankKeys } from "../../trend/columns/rank.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import type { Segment } from "../../../engines/columns/log/segment.ts";

/** How the rows of a funnel fall into lines. */
export interface FunnelLines {
  keys: LineKey[];
  /**
   * Whether the row at a place is in a line. A row is in one line of a breakdown by values, in any number by cohorts.
   */
  has(place: number, line: number): boolean;
  /** For a breakdown by values: the number of the key of the row at a place. */
  keyAt(place: number): number;
  /** The line of a key, by its number. */
  lineOf(key: number): number;
  /** Is any value of a key, by its number, not empty? */
  isFull(key: number): boolean;
}

/** Call the result after `execution.showPersons`. */
export function compileFunnelLines(
  breakdown: FunnelBreakdown,
  execution: Execution,
  range: DateRange,
): () => FunnelLines {
  return breakdown.by === "cohorts"
    ? compileCohortLines(breakdown, execution)
    : compileValueLines(breakdown, execution, range);
}

function compileCohortLines(
  { ids }: Extract<FunnelBreakdown, { by: "cohorts" }>,
  execution: Execution,
): () => FunnelLines {
  const members = ids.map((id) => {
    if (id === null) return null;
    const mask = compileMask({ type: "cohort", key: "id", value: [id], negation: false }, execution);
    return bySegment(execution, (segment) => mask?.(segment, 0, segment.rows) ?? new Uint8Array(segment.rows).fill(1));
  });
  return () => ({
    keys: ids.map((id) => ({ type: "cohort", id })),
    has: (place, line) => members[line]?.(place) !== 0,
    keyAt: () => 0,
    lineOf: () => 0,
    isFull: () => true,
  });
}

function compileValueLines(
  { sources, ranked, limit }: Extract<FunnelBreakdown, { by: "values" }>,
  execution: Execution,
  range: DateRange,
): () => FunnelLines {
  const values = compileKeys(sources, execution);
  const slices = compileScan(ranked, execution);
  const plan = { by: "values" as const, sources, limit, offset: 0, hasRest: true, rankBy: { by: "events" as const } };
  return () => {
    const named = rankKeys(plan, { keys: values, slices: slices(range), range }, execution).slice(0, limit);
    const lines: (number | undefined)[] = [];
    for (const [line, number] of named.entries()) lines[number] = line;
    const keyAt = compileNumbers(execution, values);
    const lineOf = (key: number) => lines[key] ?? named.length;
    const fulls: boolean[] = [];
    return {
      keys: [
        ...named.map((number): LineKey => ({ type: "values", values: values.valuesOf(number) })),
        { type: "rest" },
      ],
      has: (place, line) => lineOf(keyAt(place)) === line,
      keyAt,
      lineOf,
      isFull: (key) => (fulls[key] ??= values.valuesOf(key).some((value) => value !== "")),
    };
  };
}

/** Gives the number of a row's key, without a column: few rows of a segment may be asked for. */
function compileNumbers({ segments }: Execution, values: Keys): (place: number) => number {
  const known: { codes: ArrayLike<number>; table: Uint32Array | null }[] = [];
  const open = (segment: Segment) =>
    values.coded?.(segment) ?? { codes: values.of(segment, 0, segment.rows), table: null };
  return (place) => {
    const { codes, table } = (known[place >>> 16] ??= open(segments[place >>> 16]!));
    const code = codes[place & 0xffff]!;
    return table === null ? code : table[code]!;
  };
}

/** Gives a number for a row by its place; numbers of a segment are found together. */
function bySegment({ segments }: Execution, read: (segment: Segment) => Uint8Array): (place: number) => number {
  const known: Uint8Array[] = [];
  return (place) => (known[place >>> 16] ??= read(segments[place >>> 16]!))[place & 0xffff]!;
}
