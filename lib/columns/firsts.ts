import type { DateRange, Selection } from "../insights/index.ts";
import { DistinctCells } from "./distinct-cells.ts";
import { eachBucket } from "./each-bucket.ts";
import { noteFirsts } from "./kernels/count.ts";
import type { Question } from "./question.ts";
import { compileScan } from "./scan.ts";
import { UnitSet } from "./unit-set.ts";
import type { Units } from "./units.ts";

/**
 * Finds the stretch between cuts that holds the first selected event of all time of each unit, where that lies in the range.
 * @param input `cutsMs` ascending; the cells are the stretches that begin with them
 */
export function compileFirsts(
  question: Question,
  select: Selection,
  { units, range, cutsMs }: { units: Units; range: DateRange; cutsMs: readonly number[] },
): () => DistinctCells {
  const pieces = compileScan(select, question, units.actors !== null);
  return () => {
    // One more: what lies before the range, at place 0.
    const edgesMs = [-Infinity, ...cutsMs.filter((ms) => ms >= range.fromMs)];
    const skipped = cutsMs.length + 1 - edgesMs.length;
    let firsts = new Int32Array(0);
    for (const piece of pieces({ fromMs: -Infinity, untilMs: range.untilMs })) {
      const { segment, start, end, mask } = piece;
      const numbers = units.of(segment, start, end);
      firsts = grown(firsts, units.limit(), edgesMs.length);
      eachBucket(piece, edgesMs, (bucket, from, until) => {
        noteFirsts(firsts, numbers, { mask, start: 0, bucket }, from - start, until - start);
      });
    }
    const cells = new DistinctCells(units, cutsMs.length);
    for (let unit = 1; unit < firsts.length; unit++) {
      const place = firsts[unit]!;
      if (place === 0 || place === edgesMs.length) continue;
      const cell = cells.open(place - 1 + skipped);
      if (cell instanceof UnitSet) cell.add(unit);
      else cell[unit >>> 5]! |= 1 << (unit & 31);
    }
    return cells;
  };
}

function grown(firsts: Int32Array<ArrayBuffer>, limit: number, none: number): Int32Array<ArrayBuffer> {
  if (limit <= firsts.length) return firsts;
  const wider = new Int32Array(Math.max(limit, firsts.length * 2)).fill(none, firsts.length);
  wider.set(firsts);
  return wider;
}
