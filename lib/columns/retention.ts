import type { RetentionAnswer, RetentionPlan } from "../insights/index.ts";
import { readActive } from "./active.ts";
import { placeOf } from "./each-bucket.ts";
import { readPlaces } from "./kernels/period-bits.ts";
import type { Question } from "./question.ts";
import { compileScan, hasScan } from "./scan.ts";
import { unitsOfKind } from "./units.ts";

/** Can `runRetention` answer this? First events of all time and rows of values it leaves to others. */
export function canRunRetention(plan: RetentionPlan): boolean {
  const { target, returning, range, periodEdgesMs, firstTime, breakdown } = plan;
  const isPlain = firstTime === null && breakdown === null;
  const isCovered = periodEdgesMs[0] !== undefined && periodEdgesMs[0] <= range.fromMs;
  return isPlain && isCovered && hasScan(target) && hasScan(returning);
}

/** Answers a retention: what each actor did as bits, then the cells that it belongs to. Source: insights.md 10. */
export function runRetention(question: Question, plan: RetentionPlan): RetentionAnswer {
  const { range, rowEdgesMs, periodEdgesMs, cells } = plan;
  const countsActors = plan.actors.by === "persons";
  const targetPieces = compileScan(plan.target, question, countsActors);
  const returnPieces = compileScan(plan.returning, question, countsActors);
  question.showPersons();
  const units = unitsOfKind(plan.actors, question);
  // Rows are cut on another clock than periods: between two cuts of either, both are known.
  const cutsMs = [...new Set([...rowEdgesMs, ...periodEdgesMs])].toSorted((a, b) => a - b);
  const rowCount = rowEdgesMs.length - 1;
  const rowOf = cutsMs.map((ms) => toRow(placeOf(rowEdgesMs, ms), rowCount));
  const periodOf = cutsMs.map((ms) => placeOf(periodEdgesMs, ms));
  const targets = readActive({ pieces: targetPieces, range, edgesMs: cutsMs, units });
  const returns = readActive({ pieces: returnPieces, range, edgesMs: periodEdgesMs, units });
  const counts = Array.from({ length: rowCount }, (_, row) => new Float64Array(Math.max(0, cells - row)));
  const cuts = new Int32Array(targets.words * 32);
  const periods = new Int32Array(returns.words * 32);
  // The unit that a cell was last counted for: several periods may lead to the same.
  const lastUnit = counts.map((row) => new Uint32Array(row.length));
  // Of units that came after the targets were read there is no target.
  const limit = targets.table.length / targets.words;
  const returnLimit = returns.table.length / returns.words;
  for (let unit = 1; unit < limit; unit++) {
    const cutCount = readPlaces(targets.table, targets.words, unit, cuts);
    if (cutCount === 0) continue;
    const returnCount = unit < returnLimit ? readPlaces(returns.table, returns.words, unit, periods) : 0;
    for (let index = 0; index < cutCount; index++) {
      const row = rowOf[cuts[index]!]!;
      if (row < 0) continue;
      const own = counts[row]!;
      const seen = lastUnit[row]!;
      if (own.length > 0 && seen[0] !== unit) {
        seen[0] = unit;
        own[0]! += 1;
      }
      const period = periodOf[cuts[index]!]!;
      for (let place = 0; place < returnCount; place++) {
        const cell = periods[place]! - period;
        if (cell <= 0 || cell >= own.length || seen[cell] === unit) continue;
        seen[cell] = unit;
        own[cell]! += 1;
      }
    }
  }
  return { rows: counts.map((row, key) => ({ key, counts: [...row] })) };
}

/** The last edge is the end of the last row. */
function toRow(place: number, rowCount: number): number {
  return place < rowCount ? place : -1;
}
