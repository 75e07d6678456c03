import type { StickinessAnswer, StickinessPlan } from "../insights/index.ts";
import { readActive } from "./active.ts";
import { readPlaces } from "./kernels/period-bits.ts";
import type { Question } from "./question.ts";
import { compileScan, hasScan } from "./scan.ts";
import { unitsOfKind } from "./units.ts";

/** Can `runStickiness` answer this? Rows must not lie before the first bucket. */
export function canRunStickiness({ select, range, edgesMs }: StickinessPlan): boolean {
  return hasScan(select) && edgesMs[0] !== undefined && edgesMs[0] <= range.fromMs;
}

/** Answers a stickiness: the active buckets of each actor as bits, then how many they are. Source: insights.md 9. */
export function runStickiness(question: Question, plan: StickinessPlan): StickinessAnswer {
  const { select, range, edgesMs, points } = plan;
  const pieces = compileScan(select, question, plan.actors.by === "persons");
  question.showPersons();
  const units = unitsOfKind(plan.actors, question);
  const { table, words } = readActive({ pieces, range, edgesMs, units });
  const actors = Array.from({ length: points }, () => 0);
  const places = new Int32Array(words * 32);
  for (let unit = 1; unit < units.limit(); unit++) {
    const count = readPlaces(table, words, unit, places);
    if (count > 0 && count <= points) actors[count - 1]! += 1;
  }
  return { actors };
}
