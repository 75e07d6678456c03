import type { QuantilesPlan } from "../../../lib/questions/trend/plan.ts";
import { plannedCohorts } from "./filters/cohorts.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { aggregateOf } from "./aggregate.ts";
import { groupNumber } from "./group-value.ts";
import { compileSelection } from "./select.ts";
import { walkEvents } from "../../../lib/engines/rows/index.ts";

/** The distinct numbers that a source has on the selected events, at the plan's levels. */
export function distinctQuantiles(db: Db, plan: QuantilesPlan): number[] {
  const { projectId, range, sessionRange, select, source } = plan;
  const passes = compileSelection(select, plannedCohorts(db, plan.cohorts), { db, projectId, sessionRange });
  const numbers = new Set<number>();
  for (const row of walkEvents(db, { projectId, sessionRange, ...range })) {
    const number = passes(row) ? groupNumber(row, source) : null;
    if (number !== null) numbers.add(number);
  }
  if (numbers.size === 0) return [];
  return plan.levels.map((level) => aggregateOf([...numbers], { name: "quantile", level }));
}
