import { asksAllSegments, listRunner, runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { QuantilesPlan, TrendActorList, TrendPlan, TrendSeriesPlan } from "../plan.ts";
import { runDistinctQuantiles } from "./distinct-quantiles.ts";
import { isInOnePass } from "./ranked-lines.ts";
import { runTrendActors } from "./trend-actors.ts";
import { runTrend } from "./trend.ts";

/** Trends, the quantiles at which their bins are cut, and the actors behind them. */
export const trendColumns: readonly AnyRunner[] = [
  runner<TrendPlan>({
    kind: "trend",
    about: (plan) => plan,
    run: runTrend,
    sharing: {
      by: "segments",
      can: (plan) => !asksAllSegments(plan) && plan.series.every((series) => canShareSeries(plan, series)),
    },
  }),
  runner<QuantilesPlan>({ kind: "distinct-quantiles", about: (plan) => plan, run: runDistinctQuantiles }),
  listRunner<TrendActorList>({ kind: "trend-actors", about: (plan) => plan, run: runTrendActors }),
];

function canShareSeries(plan: TrendPlan, series: TrendSeriesPlan): boolean {
  const { counting, breakdown } = series;
  if (breakdown?.by === "values") {
    const adds = counting.by === "events" || (counting.by === "numbers" && ADDED.has(counting.aggregate.name));
    return adds && isInOnePass(plan, series);
  }
  return !NUMBERED.has(counting.by);
}

/** These number what they count during reading, each thread in its own way. */
const NUMBERED = new Set(["groups", "sessions", "session_seconds", "values", "events_per_actor"]);

const ADDED = new Set(["sum", "avg"]);
