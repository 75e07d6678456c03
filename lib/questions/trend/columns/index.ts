import { asksAllSegments, countsForEver, listRunner, runner } from "../../../engines/columns/runner.ts";
import type { FilterNode } from "../../../events/filters/index.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import { isOfPersons } from "../plan.ts";
import type { QuantilesPlan, TrendActorList, TrendAnswer, TrendPlan, TrendSeriesPlan } from "../plan.ts";
import { runDistinctQuantiles } from "./distinct-quantiles.ts";
import { isInOnePass } from "./ranked-lines.ts";
import { runTrendActors } from "./trend-actors.ts";
import { runTrend } from "./trend.ts";

export const trendColumns: readonly AnyRunner[] = [
  runner<TrendPlan>({
    kind: "trend",
    about: (plan) => plan,
    run: (execution, plan) => runTrend(execution, plan),
    sharing: {
      by: "segments",
      can: (plan) => !asksAllSegments(plan) && plan.series.every((series) => canShareSeries(plan, series)),
      workOfRow: ({ series }) => (series.every(countsPlaces) ? WORK_OF_PLACES : 1),
    },
    keeps: (plan) => countsForEver(plan) && plan.series.every((series) => keepsSeries(plan, series)),
    slicing: {
      actors: (plan) => (!asksAllSegments(plan) && plan.series.every(addsUp) ? { by: "persons" } : null),
      merge: mergeTrend,
    },
  }),
  runner<QuantilesPlan>({
    kind: "distinct-quantiles",
    about: (plan) => plan,
    run: (execution, plan) => runDistinctQuantiles(execution, plan),
  }),
  listRunner<TrendActorList>({
    kind: "trend-actors",
    about: (plan) => plan,
    run: (execution, plan) => runTrendActors(execution, plan),
    slicing: {
      // Lines of the rest are known once all values are ranked.
      actors: (plan) => (asksAllSegments(plan) || plan.line.type === "rest" ? null : plan.actors),
    },
  }),
];

/** Do answers about different persons add up? */
function addsUp({ counting, breakdown }: TrendSeriesPlan): boolean {
  if (breakdown?.by === "values") return false;
  return counting.by === "events" || counting.by === "actors" || (counting.by === "firsts" && isOfPersons(counting));
}

/** Joins answers about different persons, whose lines are the same. */
function mergeTrend(parts: readonly TrendAnswer[]): TrendAnswer {
  const [first, ...others] = parts;
  const series = (first?.series ?? []).map((lines, place) =>
    lines.map(({ key, data }, line) => ({
      key,
      data: data.map((value, bucket) =>
        others.reduce((sum, part) => sum + (part.series[place]?.[line]?.data[bucket] ?? 0), value),
      ),
    })),
  );
  return { series };
}

function canShareSeries(plan: TrendPlan, series: TrendSeriesPlan): boolean {
  const { counting, breakdown } = series;
  if (breakdown?.by === "values") {
    const adds = counting.by === "events" || (counting.by === "numbers" && ADDED.has(counting.aggregate.name));
    return adds && isInOnePass(plan, series);
  }
  return !NUMBERED.has(counting.by === "firsts" ? counting.of.by : counting.by);
}

/** Can one counter take each row of a series by itself? */
function keepsSeries(plan: TrendPlan, { counting, breakdown, ...series }: TrendSeriesPlan): boolean {
  const isKept =
    counting.by === "numbers"
      ? counting.aggregate.name !== "quantile"
      : KEPT.has(counting.by === "firsts" ? counting.of.by : counting.by);
  if (!isKept || breakdown === null) return isKept;
  if (breakdown.by !== "values") return true;
  // The name of an event and its distinct id are looked up within the asking.
  if (!breakdown.sources.every(({ type }) => type === "event")) return false;
  return breakdown.keys !== undefined || isInOnePass(plan, { counting, breakdown, ...series });
}

const KEPT = new Set(["events", "actors", "trailing_actors"]);

/** Is the number of events a distance between two places, so that no row is read? */
function countsPlaces({ counting, breakdown, select }: TrendSeriesPlan): boolean {
  const { anyOf, filter, needsPerson, needsSession } = select;
  const filters = [filter, ...anyOf.map((one) => one.filter)];
  const isFiltered = needsPerson || needsSession || !filters.every(isEmpty);
  return counting.by === "events" && breakdown === null && !isFiltered;
}

function isEmpty(filter: FilterNode): boolean {
  return filter.type === "AND" && filter.values.every(isEmpty);
}

/** At 10 million events one thread takes 0.8 of the time of two. */
const WORK_OF_PLACES = 0.1;

/** Countings whose groups, sessions or values are numbered while rows are read: each thread has other numbers. */
const NUMBERED = new Set(["groups", "sessions", "session_seconds", "events_per_actor", "expression"]);

const ADDED = new Set(["sum", "avg"]);
