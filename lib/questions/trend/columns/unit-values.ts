import type { Aggregate } from "../../../port/counting.ts";
import type { DateRange } from "../../../port/range.ts";
import type { TrendActorsPlan } from "../trend-plan.ts";
import type { Question } from "../../../engines/columns/question.ts";
import type { Piece } from "../../../engines/columns/scan/scan.ts";
import type { Units } from "../../../engines/columns/units/units.ts";
import { createNumberCells } from "./number-cells.ts";
import { createSpanTally } from "./tally.ts";

/** What the rows of each unit come to. */
export interface UnitValues {
  /** Has it a row? */
  has(unit: number): boolean;
  of(unit: number): number;
}

/** Whose rows are looked at, and what becomes of them. */
export interface UnitValuesInput {
  pieces: Iterable<Piece>;
  range: DateRange;
  units: Units;
  counting: TrendActorsPlan["value"];
}

/** Finds the value of each unit: a unit is a line of the tallies, of one bucket. Line 0 is nobody's, which is not read. */
export function readUnitValues(question: Question, { pieces, range, units, counting }: UnitValuesInput): UnitValues {
  const edgesMs = [range.fromMs];
  const rows = createSpanTally({ by: "events" }, { edgesMs });
  const numbers = counting.by === "numbers" ? createSpanTally(counting, { edgesMs }) : null;
  const seconds = counting.by === "session_seconds" ? createSessionCells(question, counting.aggregate) : null;
  for (const piece of pieces) {
    const { segment, start, end } = piece;
    const own = units.of(segment, start, end);
    // The same memory: numbers of units are far below the sign.
    const line = new Int32Array(own.buffer, own.byteOffset, own.length);
    // New groups appear during reading.
    const lined = { ...piece, line, lineLimit: units.limit() };
    rows.add(lined);
    numbers?.add(lined);
    seconds?.add(piece, own);
  }
  const has = (unit: number) => rows.span(unit, 0, 1) > 0;
  if (numbers !== null) return { has, of: (unit) => numbers.span(unit, 0, 1) };
  return { has, of: seconds?.read(units.limit()) ?? ((unit) => rows.span(unit, 0, 1)) };
}

/** Room for the numbers of sessions in a pair: with units it stays an exact whole number. */
const SESSIONS = 2 ** 26;

/** Each session counts once for each unit, with its whole length. */
function createSessionCells({ sessions, sessionSeconds }: Question, aggregate: Aggregate) {
  /** Units and sessions, as one number: unit · 2²⁶ + session. */
  let pairs = new Float64Array(1024);
  let count = 0;
  const push = (pair: number) => {
    if (pair === pairs[count - 1]) return;
    if (count === pairs.length) {
      const wider = new Float64Array(count * 2);
      wider.set(pairs);
      pairs = wider;
    }
    pairs[count++] = pair;
  };
  return {
    add({ segment, start, end, mask }: Piece, units: Uint32Array) {
      const own = sessions.of(segment, start, end);
      for (let row = 0; row < own.length; row++) {
        if (own[row] !== 0 && (mask === null || mask[row] === 1)) push(units[row]! * SESSIONS + own[row]!);
      }
    },
    read(unitLimit: number): (unit: number) => number {
      const numbers = sessionSeconds();
      const distinct = pairs
        .subarray(0, count)
        .toSorted()
        .filter((pair, at, all) => pair !== all[at - 1] && pair % SESSIONS < numbers.length);
      const line = Int32Array.from(distinct, (pair) => Math.floor(pair / SESSIONS));
      const codes = Uint32Array.from(distinct, (pair) => pair % SESSIONS);
      const cells = createNumberCells(aggregate);
      cells.add({ codes, numbers, line, mask: null, start: 0, width: 1, bucket: 0 }, unitLimit, 0, codes.length);
      return (unit) => cells.value(unit, unit + 1);
    },
  };
}
