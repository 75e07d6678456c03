import type { ActorBlock, FunnelPlan } from "../../../lib/engine.ts";
import type { NativePart, NativeType } from "../native.ts";

/** Bits of the number that a row comes as: its time, its line and its marks. */
const WIDTH = 64;

/** Bits of the number by which rows are sorted: the order of arrival stands between. */
const SORTED_WIDTH = 128;

/** Bits of an event's place in the order of arrival: whole numbers of JavaScript. */
const PLACE_BITS = 53;

/** The rows of actors, one actor's after the other's. */
type Rows = Pick<ActorBlock, "times" | "marks" | "lines">;

/** The parts of a row that is one number. */
export interface PackedRows {
  /** The begin of its times. */
  fromMs: number;
  /** Bits below the time: those of marks, the lowest, and of lines. */
  bits: number;
  marks: number;
  lines: number;
}

/** How the rows of an actor come: a list of values in hoglet's order. */
export interface ActorRows {
  /** SQL of a row's value, of `ms`, `seq`, `marks` and `line`. */
  value: string;
  /** The type that `marks` have in SQL. */
  marksType: "UInt32" | "UInt64";
  /** SQL of a number over the values, named `value`, of a group: its low bits are the marks of any row. */
  anyMarks: string;
  /** SQL of the list of an actor's rows, over the values of its group. */
  list: string;
  /** Null = rows are tuples. */
  packed: PackedRows | null;
  /** The form of the list. */
  column: readonly Exclude<NativeType, "String">[];
  /** The rows from `first` until `until` of a block's lists. */
  read(lists: NativePart, first: number, until: number): Rows;
}

/**
 * Chooses the shortest form that tells enough. Numbers are much cheaper to group and to sort than tuples. A number of 64 bits has no place for
 * the order of arrival: it tells rows of one moment apart in strict funnels, and where the line of an actor is that of its
 * first or last row. These are sorted as numbers of 128 bits, and come as 64 bits.
 * @param lineBits bits that lines take
 */
export function actorRows({ order, breakdown, range }: FunnelPlan, selections: number, lineBits: number): ActorRows {
  const fromMs = Math.floor(range.fromMs);
  const timeBits = Math.ceil(Math.log2(Math.max(range.untilMs - fromMs, 1) + 1));
  const bits = selections + lineBits;
  if (bits >= 32 || timeBits + bits > WIDTH) return tuples(breakdown !== null);
  const isSorted = order !== "strict" && breakdown === null;
  if (!isSorted && timeBits + PLACE_BITS + bits > SORTED_WIDTH) return tuples(breakdown !== null);
  return packed(fromMs, { marks: selections, lines: lineBits, hasPlaces: !isSorted, hasLines: breakdown !== null });
}

/** A row is one number: the ms since `fromMs`, its line, and in the low bits its marks. */
function packed(
  fromMs: number,
  {
    marks: markBits,
    lines: lineBits,
    hasPlaces,
    hasLines,
  }: Record<"marks" | "lines", number> & Record<"hasPlaces" | "hasLines", boolean>,
): ActorRows {
  const bits = markBits + lineBits;
  const mask = 2 ** markBits - 1;
  const lineMask = 2 ** lineBits - 1;
  const high = 2 ** (32 - bits);
  const own = hasLines ? `bitOr(bitShiftLeft(toUInt64(line), ${markBits}), marks)` : "marks";
  const time = `ms - ${fromMs}`;
  const placed = `bitOr(bitShiftLeft(toUInt128(${time}), ${PLACE_BITS + bits}), bitOr(bitShiftLeft(toUInt128(seq), ${bits}), ${own}))`;
  const short = `bitOr(bitShiftLeft(toUInt64(bitShiftRight(row, ${PLACE_BITS + bits})), ${bits}), bitAnd(toUInt64(row), ${2 ** bits - 1}))`;
  return {
    value: hasPlaces ? placed : `bitOr(bitShiftLeft(toUInt64(${time}), ${bits}), ${own})`,
    marksType: "UInt64",
    anyMarks: "groupBitOr(toUInt64(value))",
    list: hasPlaces ? `arrayMap(row -> ${short}, arraySort(groupArray(value)))` : "arraySort(groupArray(value))",
    packed: { fromMs, bits, marks: markBits, lines: lineBits },
    column: ["UInt64"],
    read({ parts: [part] }, first, until) {
      const words = part as Uint32Array;
      const times = new Float64Array(until - first);
      const marks = new Uint32Array(until - first);
      const lines = new Uint32Array(hasLines ? until - first : 0);
      for (let row = 0; row < times.length; row++) {
        const at = 2 * (first + row);
        const low = words[at] ?? 0;
        marks[row] = low & mask;
        if (hasLines) lines[row] = (low >>> markBits) & lineMask;
        times[row] = fromMs + (words[at + 1] ?? 0) * high + (low >>> bits);
      }
      return { times, marks, ...(hasLines && { lines }) };
    },
  };
}

/** Rows that do not fit a number: four numbers. */
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
