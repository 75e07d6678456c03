import type { LifecycleAnswer, LifecyclePlan } from "../plan.ts";
import { readActiveCells } from "../../../engines/columns/entities/active-cells.ts";
import { addUpLists } from "../../../engines/columns/group/worker-group.ts";
import { placeOf } from "../../../engines/columns/scan/each-bucket.ts";
import { countBits, countBoth } from "../../../engines/columns/kernels/bits.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { runGroupLifecycle } from "./group-lifecycle.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import { toEntityLists } from "../../../engines/columns/entities/entity-lists.ts";
import type { EntityLists } from "../../../engines/columns/entities/entity-lists.ts";
import { actorIds } from "../../../engines/columns/entities/entity-ids.ts";

/**
 * Answers a lifecycle: the active actors of each period as bits; bits of neighbouring periods are counted together.
 * Rows before the first period tell nothing, since that one is only looked back at. Source: insights.md 8.
 */
export function runLifecycle(execution: Execution, plan: LifecyclePlan): LifecycleAnswer {
  const { range, edgesMs, select, actors } = plan;
  if (actors?.by === "groups") return runGroupLifecycle(execution, { ...plan, actors });
  const slices = compileScan(select, execution, true);
  execution.showPersons();
  const cells = readActiveCells({ slices, range, edgesMs, entityIds: actorIds(execution), workers: execution.workers });
  const { workers, people } = execution;
  const shown = workers.spread(() => execution.createdMs());
  const limit = Math.min(people.personLimit, cells.first + cells.words * 32);
  // Persons by the places of their bits.
  const created = byCreation(shown.subarray(cells.first, limit), edgesMs, range.untilMs, cells.first);
  const answer: LifecycleAnswer = { new: [], returning: [], resurrecting: [], dormant: [] };
  let before = cells.bits(0);
  let beforeCount = countBits(before);
  for (let period = 1; period < edgesMs.length; period++) {
    const active = cells.bits(period);
    const count = countBits(active);
    const stayed = countBoth(before, active);
    const isNew = countNew(created, period, before, active);
    answer.new.push(isNew.all);
    answer.returning.push(stayed - isNew.wereActive);
    answer.resurrecting.push(count - isNew.all - (stayed - isNew.wereActive));
    answer.dormant.push(beforeCount - stayed);
    before = active;
    beforeCount = count;
  }
  return { ...answer, ...addUpLists(workers, { ...answer }) };
}

/** Persons by the period that they were created in, which is their list's number less one. */
function byCreation(createdMs: Float64Array, edgesMs: number[], untilMs: number, first: number): EntityLists<"person"> {
  const periods = new Uint32Array(createdMs.length);
  const persons = new Uint32Array(createdMs.length);
  const [firstMs = Infinity] = edgesMs;
  let place = 0;
  // Nobody has number 0.
  for (let person = first === 0 ? 1 : 0; person < createdMs.length; person++) {
    persons[person] = person;
    const ms = createdMs[person]!;
    if (!(ms >= firstMs && ms < untilMs)) continue;
    // Persons of neighbouring numbers were mostly created one after the other.
    if (!(ms >= edgesMs[place]! && ms < (edgesMs[place + 1] ?? untilMs))) place = placeOf(edgesMs, ms);
    periods[person] = place + 1;
  }
  return toEntityLists(
    [{ entityIds: periods, mask: null, numbers: { person: persons } }],
    ["person"],
    edgesMs.length + 1,
  );
}

/** Those created in a period and active in it, and how many of them were active in the one before as well. */
function countNew(
  { offsets, columns }: EntityLists<"person">,
  period: number,
  before: Uint32Array,
  active: Uint32Array,
): { all: number; wereActive: number } {
  let all = 0;
  let wereActive = 0;
  for (let place = offsets[period + 1]!; place < offsets[period + 2]!; place++) {
    const person = columns.person[place]!;
    const bit = 1 << (person & 31);
    if ((active[person >>> 5]! & bit) === 0) continue;
    all++;
    if ((before[person >>> 5]! & bit) !== 0) wereActive++;
  }
  return { all, wereActive };
}
