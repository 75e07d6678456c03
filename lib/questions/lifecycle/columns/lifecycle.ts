import type { LifecycleAnswer, LifecyclePlan } from "../plan.ts";
import { readActiveCells } from "../../../engines/columns/entities/active-cells.ts";
import { addUpLists } from "../../../engines/columns/group/worker-group.ts";
import { placeOf } from "../../../engines/columns/scan/each-bucket.ts";
import { countBits, countBoth } from "../../../engines/columns/kernels/bits.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { runGroupLifecycle } from "./group-lifecycle.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import type { DistinctCells } from "../../../engines/columns/entities/distinct-cells.ts";
import { actorIds } from "../../../engines/columns/entities/entity-ids.ts";

/**
 * The active actors of each period as bits; bits of neighbouring periods are counted together. The first period is only
 * looked back at. Source: insights.md 8.
 */
export function runLifecycle(execution: Execution, plan: LifecyclePlan): LifecycleAnswer {
  const { range, edgesMs, select, actors } = plan;
  if (actors?.by === "groups") return runGroupLifecycle(execution, { ...plan, actors });
  const slices = compileScan(select, execution, true);
  execution.showPersons();
  const cells = readActiveCells(execution, { name: "active", slices, range, edgesMs, entityIds: actorIds(execution) });
  const { workers, people } = execution;
  const shown = workers.spread(() => execution.createdMs());
  const limit = Math.min(people.personLimit, cells.first + cells.words * 32);
  const isNew = countNew(cells, shown.subarray(cells.first, limit), plan);
  const answer: LifecycleAnswer = { new: [], returning: [], resurrecting: [], dormant: [] };
  let before = cells.bits(0);
  let beforeCount = countBits(before);
  for (let period = 1; period < edgesMs.length; period++) {
    const active = cells.bits(period);
    const count = countBits(active);
    const stayed = countBoth(before, active);
    const all = isNew.all[period]!;
    const returning = stayed - isNew.wereActive[period]!;
    answer.new.push(all);
    answer.returning.push(returning);
    answer.resurrecting.push(count - all - returning);
    answer.dormant.push(beforeCount - stayed);
    before = active;
    beforeCount = count;
  }
  return { ...answer, ...addUpLists(workers, { ...answer }) };
}

/** For each period: the persons created and active in it, and how many of them were active in the period before as well. */
interface NewPersons {
  all: Uint32Array;
  wereActive: Uint32Array;
}

/**
 * Looks at each person once, without lists by period: 3 ns a person. @param createdMs of the persons from number
 * `first` on, as the bits of `cells`
 */
function countNew(
  cells: DistinctCells,
  createdMs: Float64Array,
  { edgesMs, range: { untilMs } }: Pick<LifecyclePlan, "edgesMs" | "range">,
): NewPersons {
  const bitsets = edgesMs.map((_, period) => cells.bits(period));
  const found: NewPersons = { all: new Uint32Array(edgesMs.length), wereActive: new Uint32Array(edgesMs.length) };
  const [firstMs = Infinity] = edgesMs;
  let period = 0;
  let [startMs, endMs] = [firstMs, edgesMs[1] ?? untilMs];
  // Nobody has number 0.
  for (let person = cells.first === 0 ? 1 : 0; person < createdMs.length; person++) {
    const ms = createdMs[person]!;
    if (!(ms >= firstMs && ms < untilMs)) continue;
    // Persons with neighbouring numbers were mostly created one after the other.
    if (!(ms >= startMs && ms < endMs)) {
      period = placeOf(edgesMs, ms);
      startMs = edgesMs[period]!;
      endMs = edgesMs[period + 1] ?? untilMs;
    }
    // The look-back.
    if (period === 0) continue;
    const bit = 1 << (person & 31);
    if ((bitsets[period]![person >>> 5]! & bit) === 0) continue;
    found.all[period]! += 1;
    if ((bitsets[period - 1]![person >>> 5]! & bit) !== 0) found.wereActive[period]! += 1;
  }
  return found;
}
