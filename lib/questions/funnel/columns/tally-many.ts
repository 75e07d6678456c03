import type { FunnelPlan } from "../plan.ts";
import type { SeeMany } from "../../../engines/columns/actor-index/rows-together.ts";
import { MAX_TALLY_STEPS, openBestTally } from "../../../engines/columns/kernels/best-tally.ts";
import type { Arena } from "../../../engines/columns/log/arena.ts";
import type { FunnelRules } from "./funnel-rules.ts";
import type { NumberList } from "./number-list.ts";
import type { SteadySums } from "./steady-sums.ts";
import type { ValueSteps } from "./value-steps.ts";

/** The parts of a line's tally: see `FunnelLine`. */
export interface TallyLists {
  furthest: number[];
  means: SteadySums;
  medians: NumberList[];
}

/** Tallies the best attempts of many actors at once; `end` adds what is left to the lists. */
export interface TallyMany extends SeeMany {
  end(): void;
}

/** Opens a tally of many actors for the funnels that compiled kernels know; null = each actor has to be seen by itself. */
export function openTallyMany(
  { range, window }: Pick<FunnelPlan, "range" | "window">,
  rules: FunnelRules,
  arena: Arena,
  { furthest, means, medians }: TallyLists,
): TallyMany | null {
  const { order, count, steps, repeats, exclusions } = rules;
  const isKnown = order === "ordered" && count <= MAX_TALLY_STEPS && !repeats.includes(1) && exclusions.length === 0;
  if (!isKnown) return null;
  const lengths = window.by === "length" ? { firstDayMs: 0, lengthsMs: [] } : window;
  const windowMs = window.by === "length" ? window.ms : 0;
  const tally = openBestTally({ steps: count, marks: marksOf(steps), windowMs, ...lengths, ...range }, arena);
  if (tally === null) return null;
  return {
    isByArrival: false,
    fits: tally.fits,
    add(rows, first, until) {
      tally.add(rows, first, until);
      tally.drain((step, list) => medians[step]!.addAll(list));
    },
    end() {
      for (const [step, actors] of tally.furthest.entries()) furthest[step]! += actors;
      means.addParts(tally);
    },
  };
}

/** Bits of the steps that each value may be. */
function marksOf({ list, offsets }: ValueSteps): Uint32Array {
  const marks = new Uint32Array(offsets.length - 1);
  for (let value = 0; value < marks.length; value++) {
    for (let at = offsets[value]!; at < offsets[value + 1]!; at++) marks[value]! |= 1 << list[at]!;
  }
  return marks;
}
