import type { RetentionPlan } from "../plan.ts";
import { placeOf } from "../../../engines/columns/scan/each-bucket.ts";

/** The time of a retention, cut at the edges of rows and periods: between two cuts, row and period are known. */
export interface Cuts {
  /** Ascending. */
  cutsMs: number[];
  /** The row of each cut; −1 = none. */
  rowOf: number[];
  /** The period of each cut; −1 = before the first. */
  periodOf: number[];
  /** Starts of the periods with returning events, the first of which is period `firstPeriod`, 0 or −1. */
  returnEdgesMs: number[];
  firstPeriod: number;
}

/** Cuts the time of a retention at the edges of its rows and of its periods. */
export function toCuts({ range, rowEdgesMs, periodEdgesMs, firstTime }: RetentionPlan): Cuts {
  const isCovered = (periodEdgesMs[0] ?? Infinity) <= range.fromMs;
  const returnEdgesMs = isCovered ? periodEdgesMs : [range.fromMs, ...periodEdgesMs];
  const { fromMs, untilMs } = firstTime ?? range;
  const cutsMs = [...new Set([fromMs, ...rowEdgesMs, ...returnEdgesMs])]
    .filter((ms) => ms < untilMs)
    .toSorted((a, b) => a - b);
  const rowCount = rowEdgesMs.length - 1;
  return {
    cutsMs,
    // The last edge ends the last row.
    rowOf: cutsMs.map((ms) => toRow(placeOf(rowEdgesMs, ms), rowCount)),
    periodOf: cutsMs.map((ms) => placeOf(periodEdgesMs, ms)),
    returnEdgesMs,
    firstPeriod: isCovered ? 0 : -1,
  };
}

function toRow(place: number, rowCount: number): number {
  return place < rowCount ? place : -1;
}
