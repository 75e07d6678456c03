import type { WholeList } from "../../../engines/columns/entities/actor-list.ts";
import type { DateRange } from "../../../port/range.ts";
import type { TrendActorList, BreakdownPlan } from "../plan.ts";
import { compileKeys } from "../../../engines/columns/scan/group-values.ts";
import { andInto } from "../../../engines/columns/kernels/mask.ts";
import { toBinNumber } from "./lines.ts";
import { listActors } from "../../../engines/columns/entities/list-actors.ts";
import type { ListedActors } from "../../../engines/columns/entities/list-actors.ts";
import { compileMask } from "../../../engines/columns/scan/mask.ts";
import type { Mask } from "../../../engines/columns/scan/mask.ts";
import { namedEntities } from "../../../engines/columns/entities/named-entities.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { rankActors } from "./rank-actors.ts";
import { rankKeys } from "./rank.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import type { Slice } from "../../../engines/columns/scan/scan.ts";
import { readEntityValues } from "./entity-values.ts";

/** The actors with a row at a point of a trend, by their values. Source: reference/insights.md 13.1, rest.md 7.3. */
export function runTrendActors(execution: Execution, plan: TrendActorList): WholeList {
  const { select, range, line } = plan;
  const named = namedEntities(plan.actors, execution);
  // Other maths rank keys, for which events of nobody count too.
  const slices = compileScan(select, execution, plan.actors.by === "persons" && line.type !== "rest");
  const toMask = compileLine(execution, plan, slices);
  execution.showPersons();
  const mask = toMask();
  const lined = mask === null ? slices : (stretch: DateRange) => inLine(slices(stretch), mask);
  const values = readEntityValues(execution, {
    slices: lined(range),
    range,
    entityIds: named.entityIds,
    counting: plan.value,
  });
  return toOrder(plan, listActors(execution, named, values.has), values.of);
}

function toOrder({ order }: TrendActorList, listed: ListedActors, valueOf: (entityId: number) => number): WholeList {
  if (order === "values") return rankActors(listed, valueOf);
  return { ...listed.actors, values: Float64Array.from(listed.entityIds, valueOf) };
}

function* inLine(slices: Iterable<Slice>, maskOf: Mask): Generator<Slice> {
  for (const slice of slices) {
    const mask = maskOf(slice.segment, slice.start, slice.end);
    if (slice.mask !== null) andInto(mask, slice.mask);
    yield { ...slice, mask };
  }
}

/** Names at once all that persons are asked about; the result reads rows when it is called. Null = every row. */
function compileLine(
  execution: Execution,
  plan: TrendActorList,
  slicesOf: (range: DateRange) => Iterable<Slice>,
): () => Mask | null {
  const { breakdown, line } = plan;
  if (breakdown === null) return () => null;
  switch (line.type) {
    case "whole":
      return () => null;
    case "cohort": {
      const { id } = line;
      const mask =
        id === null ? null : compileMask({ type: "cohort", key: "id", value: [id], negation: false }, execution);
      return () => mask;
    }
    case "bin":
    case "values":
    case "rest":
      return compileKeyLine(execution, plan, breakdown, slicesOf);
  }
}

function compileKeyLine(
  execution: Execution,
  { line, valueRange }: TrendActorList,
  breakdown: BreakdownPlan,
  slicesOf: (range: DateRange) => Iterable<Slice>,
): () => Mask {
  const sources = breakdown.by === "values" ? breakdown.sources : breakdown.by === "bins" ? [breakdown.source] : [];
  const keys = compileKeys(sources, execution);
  const maskOf = (isMeant: (number: number) => boolean): Mask => {
    const known: (0 | 1)[] = [];
    return (segment, start, end) => {
      const numbers = keys.of(segment, start, end);
      const mask = new Uint8Array(numbers.length);
      for (let row = 0; row < mask.length; row++) {
        const number = numbers[row]!;
        // Each key is tested once.
        known[number] ??= isMeant(number) ? 1 : 0;
        mask[row] = known[number];
      }
      return mask;
    };
  };
  if (line.type === "bin") {
    const { low, high } = line.bin;
    return () =>
      maskOf((number) => {
        const value = toBinNumber(keys.valuesOf(number)[0]);
        return value !== null && value >= low && value < high;
      });
  }
  if (line.type === "values") {
    const wanted = JSON.stringify(line.values);
    return () => maskOf((number) => JSON.stringify(keys.valuesOf(number)) === wanted);
  }
  return () => {
    if (breakdown.by !== "values") return maskOf(() => false);
    const ranked = rankKeys(breakdown, { keys, slices: slicesOf(valueRange), range: valueRange }, execution);
    const own = new Set(ranked.slice(0, breakdown.offset + breakdown.limit));
    return maskOf((number) => !own.has(number));
  };
}
