import type { Aggregate } from "../../../port/counting.ts";
import { eachBucket } from "../../../engines/columns/scan/each-bucket.ts";
import type { EntityIds } from "../../../engines/columns/entities/entity-ids.ts";
import { ENTITIES, PairCounts } from "../../../engines/columns/entities/pair-counts.ts";
import { aggregateOf } from "./number-cells.ts";
import type { Tally, TallyFrame } from "./tally-frame.ts";

/** A statistic of how many rows each entity has in a bucket of a line. Source: reference/query.md 3.2. */
export function countPerEntity(
  { edgesMs, workers }: Pick<TallyFrame, "edgesMs" | "workers">,
  aggregate: Aggregate,
  entityIds: EntityIds,
): Tally {
  const width = edgesMs.length;
  const counts = new PairCounts();
  return {
    add(slice) {
      const { segment, start, end, mask, line } = slice;
      const own = entityIds.of(segment, start, end);
      eachBucket(slice, edgesMs, (bucket, from, until) => {
        for (let row = from - start; row < until - start; row++) {
          const entityId = own[row]!;
          const place = typeof line === "number" ? line : line[row]!;
          if (entityId === 0 || place < 0 || (mask !== null && mask[row] === 0)) continue;
          counts.add((place * width + bucket) * ENTITIES + entityId);
        }
      });
    },
    collect() {
      if (workers.size > 1) throw new TypeError("This is not counted by several threads.");
    },
    values: (line) =>
      edgesMs.map((_, bucket) => {
        const cell = line * width + bucket;
        return aggregateOf(counts.between(cell * ENTITIES, (cell + 1) * ENTITIES), aggregate);
      }),
  };
}
