import { ENTITIES, PairCounts } from "../../../engines/columns/entities/pair-counts.ts";
import type { EntityIds } from "../../../engines/columns/entities/entity-ids.ts";
import { eachBucket } from "../../../engines/columns/scan/each-bucket.ts";
import type { Slice } from "../../../engines/columns/scan/scan.ts";
import type { StickinessCriterion } from "../plan.ts";

interface CountedRows {
  slices: Iterable<Slice>;
  edgesMs: readonly number[];
  entityIds: EntityIds;
}

/** The number of buckets in which each entity, by its id, has as many rows as the criterion says. */
export function countActiveBuckets(
  { slices, edgesMs, entityIds }: CountedRows,
  criterion: StickinessCriterion,
): Uint32Array {
  const counts = new PairCounts();
  for (const slice of slices) {
    const { segment, start, end, mask } = slice;
    const own = entityIds.of(segment, start, end);
    eachBucket(slice, edgesMs, (bucket, from, until) => {
      for (let row = from - start; row < until - start; row++) {
        const entityId = own[row]!;
        if (entityId !== 0 && (mask === null || mask[row] === 1)) counts.add(bucket * ENTITIES + entityId);
      }
    });
  }
  const isEnough = compileCriterion(criterion);
  const buckets = new Uint32Array(entityIds.limit());
  counts.each((key, count) => {
    if (isEnough(count)) buckets[key % ENTITIES]! += 1;
  });
  return buckets;
}

function compileCriterion({ operator, value }: StickinessCriterion): (count: number) => boolean {
  switch (operator) {
    case "gte":
      return (count) => count >= value;
    case "lte":
      return (count) => count <= value;
    case "exact":
      return (count) => count === value;
  }
}
