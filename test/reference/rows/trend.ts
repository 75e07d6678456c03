import type { DateRange } from "../../../lib/port/range.ts";
import type { GroupValue } from "../../../lib/port/lines.ts";
import type { TrendAnswer, TrendPlan, TrendSeriesPlan } from "../../../lib/questions/trend/plan.ts";
import { plannedCohorts } from "./filters/cohorts.ts";
import type { CohortLookup } from "../../../lib/events/filters/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { createLines } from "./lines.ts";
import { createRanking } from "./rank.ts";
import { compileSelection } from "./select.ts";
import type { Log } from "./select.ts";
import { createTally } from "./tally.ts";
import type { TallyFrame } from "./tally.ts";
import { walkEvents } from "../../../lib/engines/rows/index.ts";

/**
 * Answers a trend by looking at every event of the range once, and once before for the values of its breakdowns.
 * Source: reference/insights.md 7.
 */
export function trend(db: Db, plan: TrendPlan): TrendAnswer {
  const cohorts = plannedCohorts(db, plan.cohorts);
  const frame = { range: plan.range, edgesMs: plan.edgesMs };
  const ranked = rankValues(db, plan, cohorts);
  const { projectId, sessionRange } = plan;
  const series = plan.series.map(({ select, counting, breakdown }, index) => {
    const newTally = () => createTally(counting, frame);
    const lines = createLines(breakdown, { ranked: ranked[index] ?? [], cohorts, newTally });
    return { passes: compileSelection(select, cohorts, { db, projectId, sessionRange }), lines };
  });
  for (const row of walkEvents(db, { projectId, sessionRange, ...toReach(plan) })) {
    for (const { passes, lines } of series) if (passes(row)) lines.add(row);
  }
  return { series: series.map(({ lines }) => lines.values()) };
}

/** The range, extended back by trailing windows. */
function toReach({ range, series }: TrendPlan): DateRange {
  const starts = series.map(({ counting }) => (counting.by === "trailing_actors" ? counting.startsMs[0] : undefined));
  return { ...range, fromMs: Math.min(range.fromMs, ...starts.filter((ms) => ms !== undefined)) };
}

/** The keys of each series' breakdown, the highest rank first; empty for series without a breakdown by values. */
function rankValues(db: Db, plan: TrendPlan, cohorts: CohortLookup): GroupValue[][][] {
  const { projectId, sessionRange } = plan;
  const log = { db, projectId, sessionRange };
  return plan.series.map((series) => {
    const ranking = toRanking(series, { cohorts, log });
    if (ranking === null) return [];
    for (const row of walkEvents(db, { ...log, ...series.valueRange })) if (ranking.passes(row)) ranking.add(row);
    return ranking.keys();
  });
}

function toRanking(
  { select, breakdown, valueRange }: TrendSeriesPlan,
  { cohorts, log }: { cohorts: CohortLookup; log: Log },
) {
  if (breakdown?.by !== "values") return null;
  const frame: TallyFrame = { range: valueRange, edgesMs: [valueRange.fromMs] };
  return { ...createRanking(breakdown, frame), passes: compileSelection(select, cohorts, log) };
}
