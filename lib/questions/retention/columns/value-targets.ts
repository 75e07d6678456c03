import type { RetentionPlan } from "../retention-plan.ts";
import type { GroupValue } from "../../../port/lines.ts";
import type { ValueSource } from "../../../port/value-source.ts";
import { compileActorRows } from "../../../engines/columns/actor-index/actor-rows.ts";
import { eachBucket, placeOf } from "../../../engines/columns/scan/each-bucket.ts";
import { compileKeys } from "../../../engines/columns/scan/group-values.ts";
import type { Keys } from "../../../engines/columns/scan/group-values.ts";
import type { Question } from "../../../engines/columns/question.ts";
import type { TargetLists } from "./retention-lists.ts";
import type { Cuts } from "./cuts.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import type { UnitRows } from "../../../engines/columns/actor-index/unit-rows.ts";
import { toUnitLists } from "../../../engines/columns/units/unit-lists.ts";
import type { UnitPart } from "../../../engines/columns/units/unit-lists.ts";
import type { Units } from "../../../engines/columns/units/units.ts";

/** The target events of each unit by the values that they are broken down by. */
export interface ValueTargets {
  targets: TargetLists;
  /** The values of a row, by its number. */
  valuesOf(row: number): GroupValue[];
}

/** Prepares to read the target events of a retention whose rows are values. */
export function compileValueTargets(
  question: Question,
  { target, range, firstTime }: RetentionPlan,
  sources: ValueSource[],
  { units, cuts }: { units: Units; cuts: Cuts },
): () => ValueTargets {
  const keys = compileKeys(sources, question);
  const valuesOf = (row: number) => keys.valuesOf(row);
  if (firstTime !== null) {
    const rowsOf = compileActorRows([target], question, { units, hasPlaces: true });
    return () => {
      const all = rowsOf({ fromMs: -Infinity, untilMs: firstTime.untilMs });
      return { targets: toLists(firstOnes(question, all, keys, cuts, firstTime.fromMs), units), valuesOf };
    };
  }
  const pieces = compileScan(target, question, units.actors !== null);
  return () => {
    const parts: Part[] = [];
    for (const piece of pieces(range)) {
      const { segment, start, end, mask } = piece;
      const period = new Uint32Array(end - start);
      eachBucket(piece, cuts.cutsMs, (cut, from, until) => {
        period.fill(cuts.periodOf[cut]! - cuts.firstPeriod, from - start, until - start);
      });
      const row = keys.of(segment, start, end);
      parts.push({ units: units.of(segment, start, end), mask, numbers: { row, period } });
    }
    return { targets: toLists(parts, units), valuesOf };
  };
}

type Part = UnitPart<"row" | "period">;

function toLists(parts: Part[], units: Units): TargetLists {
  return toUnitLists(parts, ["row", "period"], units.limit());
}

/** The first row of each unit, where it is not before `fromMs`: a part for each segment. */
function firstOnes(
  { segments }: Question,
  rows: UnitRows,
  keys: Keys,
  { cutsMs, periodOf, firstPeriod }: Cuts,
  fromMs: number,
): Part[] {
  const firsts = new Map<number, { unit: number; row: number; ms: number }[]>();
  rows.each((unit, own) => {
    const ms = own.times[own.from]!;
    if (ms < fromMs) return;
    const place = own.placeOf(own.from);
    const list = firsts.get(place >>> 16) ?? [];
    firsts.set(place >>> 16, list);
    list.push({ unit, row: place & 0xffff, ms });
  });
  return [...firsts].map(([index, found]): Part => {
    const segment = segments[index]!;
    const numbers = keys.of(segment, 0, segment.rows);
    return {
      units: Uint32Array.from(found, ({ unit }) => unit),
      mask: null,
      numbers: {
        row: Uint32Array.from(found, ({ row }) => numbers[row]!),
        period: Uint32Array.from(found, ({ ms }) => periodOf[placeOf(cutsMs, ms)]! - firstPeriod),
      },
    };
  });
}
