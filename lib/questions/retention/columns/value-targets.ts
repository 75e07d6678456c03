import type { RetentionPlan } from "../plan.ts";
import type { GroupValue } from "../../../port/lines.ts";
import type { ValueSource } from "../../../port/value-source.ts";
import { compileActorRows } from "../../../engines/columns/actor-index/actor-rows.ts";
import { eachBucket, placeOf } from "../../../engines/columns/scan/each-bucket.ts";
import { compileKeys } from "../../../engines/columns/scan/group-values.ts";
import type { Keys } from "../../../engines/columns/scan/group-values.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import type { TargetLists } from "./retention-lists.ts";
import type { Cuts } from "./cuts.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import type { EntityRows } from "../../../engines/columns/actor-index/entity-rows.ts";
import { toEntityLists } from "../../../engines/columns/entities/entity-lists.ts";
import type { EntityPart } from "../../../engines/columns/entities/entity-lists.ts";
import type { EntityIds } from "../../../engines/columns/entities/entity-ids.ts";

/** The target events of each entity by the values that they are broken down by. */
export interface ValueTargets {
  targets: TargetLists;
  valuesOf(row: number): GroupValue[];
}

/** Reads the target events of a retention whose rows are values. */
export function compileValueTargets(
  execution: Execution,
  { target, range, firstTime }: RetentionPlan,
  sources: ValueSource[],
  { entityIds, cuts }: { entityIds: EntityIds; cuts: Cuts },
): () => ValueTargets {
  const keys = compileKeys(sources, execution);
  const valuesOf = (row: number) => keys.valuesOf(row);
  if (firstTime !== null) {
    const rowsOf = compileActorRows([target], execution, { entityIds, hasPlaces: true });
    return () => {
      const all = rowsOf({ fromMs: -Infinity, untilMs: firstTime.untilMs });
      return { targets: toLists(firstOnes(execution, all, keys, cuts, firstTime.fromMs), entityIds), valuesOf };
    };
  }
  const slices = compileScan(target, execution, entityIds.actors !== null);
  return () => {
    const parts: Part[] = [];
    for (const slice of slices(range)) {
      const { segment, start, end, mask } = slice;
      const period = new Uint32Array(end - start);
      eachBucket(slice, cuts.cutsMs, (cut, from, until) => {
        period.fill(cuts.periodOf[cut]! - cuts.firstPeriod, from - start, until - start);
      });
      const row = keys.of(segment, start, end);
      parts.push({ entityIds: entityIds.of(segment, start, end), mask, numbers: { row, period } });
    }
    return { targets: toLists(parts, entityIds), valuesOf };
  };
}

type Part = EntityPart<"row" | "period">;

function toLists(parts: Part[], entityIds: EntityIds): TargetLists {
  return toEntityLists(parts, ["row", "period"], entityIds.limit());
}

/** Each entity's first row, if it is not before `fromMs`, segment by segment. */
function firstOnes(
  { segments }: Execution,
  rows: EntityRows,
  keys: Keys,
  { cutsMs, periodOf, firstPeriod }: Cuts,
  fromMs: number,
): Part[] {
  const firsts = new Map<number, { entityId: number; row: number; ms: number }[]>();
  rows.each((entityId, own) => {
    const ms = own.times[own.from]!;
    if (ms < fromMs) return;
    const place = own.placeOf(own.from);
    const list = firsts.get(place >>> 16) ?? [];
    firsts.set(place >>> 16, list);
    list.push({ entityId, row: place & 0xffff, ms });
  });
  return [...firsts].map(([index, found]): Part => {
    const segment = segments[index]!;
    const numbers = keys.of(segment, 0, segment.rows);
    return {
      entityIds: Uint32Array.from(found, ({ entityId }) => entityId),
      mask: null,
      numbers: {
        row: Uint32Array.from(found, ({ row }) => numbers[row]!),
        period: Uint32Array.from(found, ({ ms }) => periodOf[placeOf(cutsMs, ms)]! - firstPeriod),
      },
    };
  });
}
