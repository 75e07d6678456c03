import type { ActorBlock, FunnelPlan } from "../../../lib/engine.ts";
import type { NativePart, NativeType } from "../native.ts";

/** Bits of a row's number: time, place in the order of arrival where that matters, line and marks. */
export const WIDTH = 64;

/** Bits of the number that sorts rows where the place does not fit; they come without it. */
const SORTED_WIDTH = 128;

/** The rows of actors, one actor's after the other's. */
type Rows = Pick<ActorBlock, "times" | "marks" | "lines">;

/** The parts of a row that is one number. */
export interface PackedRows {
  /** Times begin here. */
  fromMs: number;
  /** Bits below the time: marks (lowest), lines, and places in the order of arrival. */
  bits: number;
  marks: number;
  lines: number;
}

/** An actor's rows: a list of values in hoglet's order. */
export interface ActorRows {
  /** SQL over `ms`, `seq`, `marks` and `line`. */
  value: string;
  /** The type that `marks` have in SQL. */
  marksType: "UInt32" | "UInt64";
  /** SQL over a group's values (named `value`) whose low bits are the marks of any row. */
  anyMarks: string;
  /** SQL of an actor's list, over its group's values. */
  list: string;
  /** Null = rows are tuples. */
  packed: PackedRows | null;
  /** The form of the list. */
  column: readonly Exclude<NativeType, "String">[];
  /** The rows `first` to `until − 1` of a block's lists. */
  read(lists: NativePart, first: number, until: number): Rows;
}

/**
 * Chooses the shortest sufficient form: numbers are much cheaper to group and to sort than tuples. The order of arrival
 * tells rows of one moment apart in strict funnels, and where an actor's line is that of its first or last row: then an
 * event's place stands below its time. Where 64 bits are too few, rows are sorted as 128-bit numbers, and come without
 * the place.
 * @param selections their number. @param lines bits of lines. @param newestSeq no event has a later place
 */
export function actorRows(
  { order, breakdown, range, window }: FunnelPlan,
  { selections, lines, newestSeq }: { selections: number; lines: number; newestSeq: number },
): ActorRows {
  const fromMs = Math.floor(range.fromMs);
  const timeBits = bitsOf(range.untilMs - fromMs);
  const bits = selections + lines;
  if (bits >= 32 || timeBits + bits > WIDTH) return tuples(breakdown !== null);
  const places = order !== "strict" && breakdown === null ? 0 : bitsOf(newestSeq);
  if (timeBits + places + bits > SORTED_WIDTH) return tuples(breakdown !== null);
  // The end of the last window is a time too.
  const windowMs = window.by === "length" ? window.ms : 0;
  const isWide = bitsOf(range.untilMs - fromMs + windowMs) + places + bits > WIDTH && places > 0;
  return packed(fromMs, { marks: selections, lines, places, isWide, hasLines: breakdown !== null });
}

function bitsOf(most: number): number {
  return Math.ceil(Math.log2(Math.max(most, 1) + 1));
}

interface Packing extends Record<"marks" | "lines" | "places", number> {
  /** Do 128 bits sort it? */
  isWide: boolean;
  hasLines: boolean;
}

/** A row as one number: ms since `fromMs`, place, line, and marks in the low bits. */
function packed(fromMs: number, { marks: markBits, lines: lineBits, places, isWide, hasLines }: Packing): ActorRows {
  const below = markBits + lineBits;
  const bits = isWide ? below : below + places;
  const mask = 2 ** markBits - 1;
  const lineMask = 2 ** lineBits - 1;
  const own = hasLines ? `bitOr(bitShiftLeft(toUInt64(line), ${markBits}), marks)` : "marks";
  const type = isWide ? "toUInt128" : "toUInt64";
  const shifted = (number: string, by: number) => `bitShiftLeft(${type}(${number}), ${by})`;
  const placed = places === 0 ? own : `bitOr(${shifted("seq", below)}, ${own})`;
  const sorted = "arraySort(groupArray(value))";
  const short = `bitOr(bitShiftLeft(toUInt64(bitShiftRight(row, ${places + below})), ${below}), bitAnd(toUInt64(row), ${2 ** below - 1}))`;
  return {
    value: `bitOr(${shifted(`ms - ${fromMs}`, places + below)}, ${placed})`,
    marksType: "UInt64",
    anyMarks: "groupBitOr(toUInt64(value))",
    list: isWide ? `arrayMap(row -> ${short}, ${sorted})` : sorted,
    packed: { fromMs, bits, marks: markBits, lines: lineBits },
    column: ["UInt64"],
    read({ parts: [part] }, first, until) {
      const words = part as Uint32Array;
      const times = new Float64Array(until - first);
      const marks = new Uint32Array(until - first);
      const lines = new Uint32Array(hasLines ? until - first : 0);
      const high = 2 ** (32 - bits);
      for (let row = 0; row < times.length; row++) {
        const at = 2 * (first + row);
        const low = words[at] ?? 0;
        marks[row] = low & mask;
        if (hasLines) lines[row] = (low >>> markBits) & lineMask;
        // With 32 bits or more below it, the time is in the high word alone.
        const ms = bits < 32 ? (words[at + 1] ?? 0) * high + (low >>> bits) : (words[at + 1] ?? 0) >>> (bits - 32);
        times[row] = fromMs + ms;
      }
      return { times, marks, ...(hasLines && { lines }) };
    },
  };
}

/** Rows that do not fit one number: a tuple of three or four numbers. */
function tuples(hasLines: boolean): ActorRows {
  return {
    value: `(toFloat64(ms), toFloat64(seq), marks${hasLines ? ", toUInt32(line)" : ""})`,
    marksType: "UInt32",
    anyMarks: "groupBitOr(value.3)",
    list: "arraySort(groupArray(value))",
    packed: null,
    column: ["Float64", "Float64", "UInt32", ...(hasLines ? ["UInt32" as const] : [])],
    read({ parts }, first, until) {
      const [times, , marks, lines] = parts as [Float64Array, Float64Array, Uint32Array, Uint32Array?];
      return {
        times: times.subarray(first, until),
        marks: marks.subarray(first, until),
        ...(lines !== undefined && { lines: lines.subarray(first, until) }),
      };
    },
  };
}
