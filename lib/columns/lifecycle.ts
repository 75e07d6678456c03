import type { LifecycleAnswer, LifecyclePlan } from "../insights/index.ts";
import { readActive } from "./active.ts";
import { placeOf } from "./each-bucket.ts";
import { readPlaces } from "./kernels/period-bits.ts";
import type { Question } from "./question.ts";
import { compileScan, hasScan } from "./scan.ts";
import { actorUnits } from "./units.ts";

/** Can `runLifecycle` answer this? Rows must not lie before the first period. */
export function canRunLifecycle({ select, range, edgesMs }: LifecyclePlan): boolean {
  return hasScan(select) && edgesMs[0] !== undefined && edgesMs[0] <= range.fromMs;
}

/** Answers a lifecycle: the active periods of each actor as bits, then a status for each. Source: insights.md 8. */
export function runLifecycle(
  question: Question,
  { range, edgesMs, select }: LifecyclePlan,
  createdMs: Float64Array,
): LifecycleAnswer {
  const pieces = compileScan(select, question, true);
  question.showPersons();
  const { personLimit, actorLimit } = question.people;
  const { table, words } = readActive({ pieces, range, edgesMs, units: actorUnits(question) });
  // One more at either end: the look-back, and what becomes dormant after the last period.
  const zeros = () => new Float64Array(edgesMs.length + 1);
  const found = { new: zeros(), returning: zeros(), resurrecting: zeros(), dormant: zeros() };
  const places = new Int32Array(words * 32);
  for (let actor = 1; actor < actorLimit; actor++) {
    const count = readPlaces(table, words, actor, places);
    if (count === 0) continue;
    const isInside = actor < personLimit && createdMs[actor]! < range.untilMs;
    const created = isInside ? placeOf(edgesMs, createdMs[actor]!) : -1;
    for (let index = 0; index < count; index++) {
      const place = places[index]!;
      const isAfter = index > 0 && places[index - 1] === place - 1;
      if (place === created) found.new[place]! += 1;
      else if (isAfter) found.returning[place]! += 1;
      else found.resurrecting[place]! += 1;
      if (index + 1 === count || places[index + 1] !== place + 1) found.dormant[place + 1]! += 1;
    }
  }
  const inside = (counts: Float64Array) => [...counts.subarray(1, edgesMs.length)];
  return {
    new: inside(found.new),
    returning: inside(found.returning),
    resurrecting: inside(found.resurrecting),
    dormant: inside(found.dormant),
  };
}
