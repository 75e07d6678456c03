import type { StickinessAnswer, StickinessPlan } from "../insights/index.ts";
import { readActiveCells } from "./active-cells.ts";
import { addToPlanes, readPlanes } from "./kernels/bits.ts";
import type { Question } from "./question.ts";
import { compileScan } from "./scan.ts";
import { unitsOfKind } from "./units.ts";

/** Answers a stickiness: who was active in each bucket as bits, added up for all actors at once. Source: insights.md 9. */
export function runStickiness(question: Question, plan: StickinessPlan): StickinessAnswer {
  const { select, range, points } = plan;
  const pieces = compileScan(select, question, plan.actors.by === "persons");
  question.showPersons();
  const units = unitsOfKind(plan.actors, question);
  const edgesMs = coveringEdges(plan);
  const cells = readActiveCells({ pieces, range, edgesMs, units });
  const planes = Array.from(
    { length: 32 - Math.clz32(edgesMs.length) },
    () => new Uint32Array((units.limit() >>> 5) + 1),
  );
  for (let cell = 0; cell < edgesMs.length; cell++) {
    addToPlanes(planes, cells.bits(cell).subarray(0, planes[0]?.length));
  }
  const histogram = new Float64Array(2 ** planes.length);
  readPlanes(planes, histogram);
  return { actors: Array.from({ length: points }, (_, place) => histogram[place + 1] ?? 0) };
}

/** The edges, with one more where the range begins before the first: what lies before that is a bucket of its own. */
export function coveringEdges({ range, edgesMs }: Pick<StickinessPlan, "range" | "edgesMs">): number[] {
  return range.fromMs < (edgesMs[0] ?? Infinity) ? [range.fromMs, ...edgesMs] : edgesMs;
}
