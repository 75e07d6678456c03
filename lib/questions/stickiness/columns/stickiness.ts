import type { StickinessAnswer, StickinessPlan } from "../plan.ts";
import { readActiveCells } from "../../../engines/columns/entities/active-cells.ts";
import { countActiveBuckets } from "./active-buckets.ts";
import { addUp } from "../../../engines/columns/group/worker-group.ts";
import { addEightToPlanes, addToPlanes, readPlanes } from "../../../engines/columns/kernels/bits.ts";
import type { Eight } from "../../../engines/columns/kernels/bits.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import { entityIdsOfKind } from "../../../engines/columns/entities/counted-entities.ts";

/** The active actors of each bucket as bits, added up for all actors at once. Source: insights.md 9. */
export function runStickiness(execution: Execution, plan: StickinessPlan): StickinessAnswer {
  const { select, range } = plan;
  const points = plan.edgesMs.length;
  const slices = compileScan(select, execution, plan.actors.by === "persons");
  execution.showPersons();
  const entityIds = entityIdsOfKind(plan.actors, execution);
  const edgesMs = coveringEdges(plan);
  if (plan.criterion !== undefined) {
    const buckets = countActiveBuckets({ slices: slices(range), edgesMs, entityIds }, plan.criterion);
    const actors = Array.from({ length: points }, () => 0);
    for (const count of buckets) if (count > 0 && count <= points) actors[count - 1]! += 1;
    return { actors };
  }
  const cells = readActiveCells(execution, { name: "active", slices, range, edgesMs, entityIds });
  const planes = Array.from({ length: 32 - Math.clz32(edgesMs.length) }, () => execution.workers.words(cells.words));
  addAllToPlanes(
    planes,
    edgesMs.map((_, cell) => cells.bits(cell)),
  );
  const found = new Float64Array(2 ** planes.length);
  readPlanes(planes, found);
  const histogram = addUp(execution.workers, found);
  return { actors: Array.from({ length: points }, (_, place) => histogram[place + 1] ?? 0) };
}

/** Adds up bitsets, as many at once as possible; the planes have room for their number. */
function addAllToPlanes(planes: Uint32Array[], bitsets: Uint32Array[]): void {
  const length = planes[0]?.length ?? 0;
  // Cells without the highest numbers are shorter.
  const whole = bitsets.filter((bits) => bits.length === length);
  const together = whole.length - (whole.length % 8);
  for (let at = 0; at < together; at += 8) addEightToPlanes(planes, whole.slice(at, at + 8) as unknown as Eight);
  for (const bits of [...whole.slice(together), ...bitsets.filter((each) => each.length !== length)]) {
    addToPlanes(planes, bits);
  }
}

/** The edges, and a first one at the range's start if that is earlier, so that earlier rows have a bucket. */
export function coveringEdges({ range, edgesMs }: Pick<StickinessPlan, "range" | "edgesMs">): number[] {
  return range.fromMs < (edgesMs[0] ?? Infinity) ? [range.fromMs, ...edgesMs] : edgesMs;
}
