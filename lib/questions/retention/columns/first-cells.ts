import type { DateRange } from "../../../port/range.ts";
import type { RetentionPlan } from "../plan.ts";
import { readActiveCells } from "../../../engines/columns/entities/active-cells.ts";
import type { CellBits, DistinctCells } from "../../../engines/columns/entities/distinct-cells.ts";
import type { EntityIds } from "../../../engines/columns/entities/entity-ids.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { addBits, addNewBits } from "../../../engines/columns/kernels/bits.ts";
import { placeOf } from "../../../engines/columns/scan/each-bucket.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import type { Cuts } from "./cuts.ts";

/** Bytes of the bitsets of all stretches at most: above, a number per entity takes less (`firsts.ts`). */
const MOST_BYTES = 8 * 1024 * 1024;

export interface FirstCells {
  /** The entities whose first event of all time is in each cut. */
  targets: CellBits;
  /** The entities with a returning event in each period; null = returning events differ from target events, and are read apart. */
  returns: CellBits | null;
}

type FirstTimePlan = Pick<RetentionPlan, "range" | "target"> & { firstTime: DateRange };

/**
 * Finds each entity's first event of all time by bitsets of stretches: the entities of a stretch who are in no earlier
 * one. Equal returning events share these stretches, so that rows are read once.
 * @returns null = there are too many stretches, or entities whose number is not known before
 */
export function compileFirstCells(
  execution: Execution,
  { range, target, firstTime }: FirstTimePlan,
  { entityIds, cuts, isReturn }: { entityIds: EntityIds; cuts: Cuts; isReturn: boolean },
): (() => FirstCells) | null {
  const { cutsMs, returnEdgesMs } = cuts;
  const own = [...cutsMs.filter((ms) => ms > firstTime.fromMs), firstTime.fromMs];
  const inPeriods = [...returnEdgesMs, range.fromMs, range.untilMs, firstTime.untilMs];
  const all = [...new Set(isReturn ? [...own, ...inPeriods] : own)].toSorted((a, b) => a - b);
  // Events before the first edge need a stretch too.
  const edgesMs = [-Infinity, ...all];
  if (entityIds.actors === null || (entityIds.limit() / 8) * edgesMs.length > MOST_BYTES) return null;
  const slices = compileScan(target, execution, true, true);
  const untilMs = isReturn ? Math.max(firstTime.untilMs, range.untilMs) : firstTime.untilMs;
  return () => {
    const { workers } = execution;
    const whole = { fromMs: -Infinity, untilMs };
    const found = readActiveCells(execution, { name: "stretches", slices, range: whole, edgesMs, entityIds });
    const targets = openCells(found, workers);
    const returns = openCells(found, workers);
    const seen = workers.words(found.words);
    for (const [stretch, ms] of edgesMs.entries()) {
      const bits = found.bits(stretch);
      if (ms < firstTime.fromMs) addBits(seen, bits);
      else if (ms < firstTime.untilMs) addNewBits(targets.open(placeOf(cutsMs, ms)), seen, bits);
      if (ms >= range.fromMs && ms < range.untilMs) returns.put(placeOf(returnEdgesMs, ms), bits);
    }
    return { targets, returns: isReturn ? returns : null };
  };
}

interface OpenCells extends CellBits {
  /** The bits of a cell, for changes. */
  open(cell: number): Uint32Array;
  /** Adds bits to a cell, and leaves them as they are. */
  put(cell: number, bits: Uint32Array): void;
}

function openCells({ first, words }: DistinctCells, workers: Execution["workers"]): OpenCells {
  const own: (Uint32Array | undefined)[] = [];
  const given: (Uint32Array | undefined)[] = [];
  const open = (cell: number) => (own[cell] ??= workers.words(words));
  return {
    first,
    open,
    put(cell, bits) {
      const before = given[cell];
      // Most cells are one stretch: no copy.
      if (before === undefined && own[cell] === undefined) given[cell] = bits;
      else {
        given[cell] = undefined;
        if (before !== undefined) addBits(open(cell), before);
        addBits(open(cell), bits);
      }
    },
    bits: (cell: number) => own[cell] ?? given[cell] ?? NONE,
  };
}

const NONE = new Uint32Array(0);
