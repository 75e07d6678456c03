import type { ActorBlock, FunnelPlan } from "../../../lib/engine.ts";
import type { NativePart, NativeType } from "../native.ts";

/** Bits of a packed row: its time and its marks. */
const PACKED_BITS = 64;

/** The rows of actors, one actor's after the other's. */
type Rows = Pick<ActorBlock, "times" | "marks" | "lines">;

/** How the rows of an actor come: a list of values that ClickHouse sorts as hoglet does. */
export interface ActorRows {
  /** SQL of a row's value, of `ms`, `seq`, `marks` and `line`. */
  value: string;
  /** The type that `marks` have in SQL. */
  marksType: "UInt32" | "UInt64";
  /** SQL of a number over the values, named `value`, of a group: its low bits are the marks of any row. */
  anyMarks: string;
  /** The form of the list. */
  column: readonly Exclude<NativeType, "String">[];
  /** The rows from `first` until `until` of a block's lists. */
  read(lists: NativePart, first: number, until: number): Rows;
}

/**
 * Chooses the shorter form that tells enough. A number takes 8 bytes, a tuple 20, and numbers are cheaper to group and to sort.
 * Numbers have no place for the order of arrival: it tells rows of one moment apart in strict funnels, and where the line of an actor is that of its first or last row.
 */
export function actorRows({ order, breakdown, range }: FunnelPlan, selections: number): ActorRows {
  const fromMs = Math.floor(range.fromMs);
  const timeBits = Math.ceil(Math.log2(Math.max(range.untilMs - fromMs, 1) + 1));
  const fits = selections < 32 && timeBits + selections <= PACKED_BITS;
  return order !== "strict" && breakdown === null && fits ? packed(fromMs, selections) : tuples(breakdown !== null);
}

/** A row is one number: the ms since `fromMs`, and in the low bits its marks. */
function packed(fromMs: number, bits: number): ActorRows {
  const mask = 2 ** bits - 1;
  const high = 2 ** (32 - bits);
  return {
    value: `bitOr(bitShiftLeft(toUInt64(ms - ${fromMs}), ${bits}), marks)`,
    marksType: "UInt64",
    anyMarks: "groupBitOr(value)",
    column: ["UInt64"],
    read({ parts: [part] }, first, until) {
      const words = part as Uint32Array;
      const times = new Float64Array(until - first);
      const marks = new Uint32Array(until - first);
      for (let row = 0; row < times.length; row++) {
        const at = 2 * (first + row);
        const low = words[at] ?? 0;
        marks[row] = low & mask;
        times[row] = fromMs + (words[at + 1] ?? 0) * high + (low >>> bits);
      }
      return { times, marks };
    },
  };
}

function tuples(hasLines: boolean): ActorRows {
  return {
    value: `(toFloat64(ms), toFloat64(seq), marks${hasLines ? ", toUInt32(line)" : ""})`,
    marksType: "UInt32",
    anyMarks: "groupBitOr(value.3)",
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
