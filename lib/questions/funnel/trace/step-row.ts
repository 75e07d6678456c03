import { compileSelection } from "../../../engines/rows/index.ts";
import type { Log } from "../../../engines/rows/index.ts";
import type { CohortLookup } from "../../../events/filters/index.ts";
import type { EventRow } from "../../../port/row.ts";
import type { FunnelPlan } from "../plan.ts";
import type { StepRow } from "./attempts.ts";

/** Gives the steps and exclusions that a row matches; null = the funnel does not look at the row. */
export function compileStepRow(
  { steps, exclusions, between, order }: Pick<FunnelPlan, "steps" | "exclusions" | "between" | "order">,
  cohorts: CohortLookup,
  log: Log,
): (row: EventRow) => StepRow | null {
  const stepTests = steps.map(({ select }) => compileSelection(select, cohorts, log));
  const exclusionTests = exclusions.map(({ select }) => compileSelection(select, cohorts, log));
  const isBetween = compileSelection(between, cohorts, log);
  return (row) => {
    const own = {
      timestampMs: row.timestampMs,
      steps: placesOf(stepTests, row),
      exclusions: placesOf(exclusionTests, row),
    };
    const counts = own.steps.length + own.exclusions.length > 0 || (order === "strict" && isBetween(row));
    return counts ? own : null;
  };
}

function placesOf(tests: ((row: EventRow) => boolean)[], row: EventRow): number[] {
  return tests.flatMap((isMatch, place) => (isMatch(row) ? [place] : []));
}
