import type { ValueSource } from "../../port/value-source.ts";
import type { Counting } from "../../port/counting.ts";
import type { Bin, GroupValue, LineKey } from "../../port/lines.ts";
import type { DateRange } from "../../port/range.ts";
import type { Selection } from "../../port/selection.ts";
import type { Breakdown } from "../shared/breakdown.ts";
import { toBuckets } from "../shared/buckets.ts";
import type { Buckets } from "../shared/buckets.ts";
import type { Calendar } from "../shared/calendar.ts";
import { toCounting, toRanking, toReach, withFirsts } from "../shared/counting.ts";
import { toCommonFilters, toSelection } from "../shared/selection.ts";
import type { CountingContext } from "../shared/counting.ts";
import type { EntityMath } from "../shared/math.ts";
import type { Resolved } from "../shared/selection.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import { toSessionRange } from "../shared/session-range.ts";
import { isCumulative, isTimeSeries } from "./node.ts";
import type { TrendQuery } from "./node.ts";
import type { ActorKind, ActorList, ActorsPlan } from "../../port/actors.ts";
import type { Plan } from "../../port/plan.ts";

/** How a series falls into lines: a row may be in several lines by cohorts, else in at most one. */
export type BreakdownPlan =
  | {
      by: "values";
      /** A row's key is its list of values, one per source. */
      sources: ValueSource[];
      /** Lines are the keys of the ranks `offset` to `offset + limit − 1`, ranked over the series' `valueRange`. */
      limit: number;
      offset: number;
      /** Descending; of equal ones the greater key (as text; numbers as numbers) comes first. */
      rankBy: Counting;
      /** One more line, of type "rest", for keys of later ranks, if there are any, and for keys without a rank. */
      hasRest: boolean;
      /** Lines are these keys, with or without rows, and with `hasRest` that of all others; absent = by rank. */
      keys?: GroupValue[][];
    }
  /** A line for each bin, with or without rows, by the source's number; rows without a number are in no line. */
  | { by: "bins"; source: ValueSource; bins: Bin[] }
  /** A line for each cohort, with or without rows; null = everybody. */
  | { by: "cohorts"; ids: (number | null)[] };

export interface TrendSeriesPlan {
  select: Selection;
  counting: Counting;
  /** Null = one line. */
  breakdown: BreakdownPlan | null;
  /**
   * Rows that breakdown values are chosen from: the range as it was asked for (the plan's may begin earlier), and
   * trailing windows.
   */
  valueRange: DateRange;
}

/** Plain data for every engine. */
export interface TrendPlan extends Plan<"trend", TrendAnswer> {
  projectId: number;
  /** Rows outside do not count. */
  range: DateRange;
  /** Start of each bucket, ascending; a row before the first does not count. One edge = one value for the whole range. */
  edgesMs: number[];
  /** Events that make up sessions: a session lasts from its first to its last event here. */
  sessionRange: DateRange;
  series: TrendSeriesPlan[];
}

/**
 * Asks for quantiles of the distinct numbers that the source has on the selected events. The answer has a number for
 * each level: that at position `level · (n − 1)` of the n sorted distinct numbers, interpolated linearly. Without
 * numbers it is empty.
 */
export interface QuantilesPlan extends Plan<"distinct-quantiles", number[]> {
  projectId: number;
  range: DateRange;
  sessionRange: DateRange;
  select: Selection;
  source: ValueSource;
  /** The levels of the quantiles, from 0 to 1, ascending. */
  levels: number[];
}

/** The input of a plan. */
export interface TrendInput {
  project: ProjectSettings;
  calendar: Calendar;
  query: TrendQuery;
  entities: Resolved[];
  /** The range as it was asked for, not rounded. */
  range: DateRange;
  /** The rows that count: from the start of the first bucket. */
  counted: DateRange;
}

/** A plan, and the buckets that its answer is shown in. */
export interface PlannedTrend {
  plan: TrendPlan;
  buckets: Buckets;
}

/**
 * Makes the plan of a trend.
 * @param bins of each entity, for a breakdown into bins
 */
export function toTrendPlan(input: TrendInput, bins: Bin[][]): PlannedTrend {
  const { project, calendar, query, entities, range: asked, counted: range } = input;
  const buckets = toBuckets(asked, query.dates.interval, calendar);
  const edgesMs = isTimeSeries(query.display) ? buckets.edgesMs : [range.fromMs];
  const common = toCommonFilters(project, query);
  const series = entities.map((resolved, index): TrendSeriesPlan => {
    const { entity } = resolved;
    const counting = countingOf(query, entity, { edgesMs, range, calendar });
    const select = withNeeds(withFirsts(toSelection(resolved, common), entity), query.breakdown, counting);
    const breakdown = query.breakdown && toBreakdownPlan(query.breakdown, toRanking(entity), bins[index] ?? []);
    return { select, counting, breakdown, valueRange: toReach(asked, counting) };
  });
  const plan: TrendPlan = {
    kind: "trend",
    projectId: project.id,
    range,
    edgesMs,
    sessionRange: toSessionRange(
      asked,
      series.map(({ select }) => select),
    ),
    series,
  };
  return { plan, buckets };
}

/** How a trend counts an entity in buckets. */
export function countingOf(
  query: Pick<TrendQuery, "display" | "dates">,
  entity: EntityMath,
  frame: Pick<CountingContext, "edgesMs" | "range" | "calendar">,
): Counting {
  return toCounting(entity, {
    ...frame,
    interval: isTimeSeries(query.display) ? query.dates.interval : null,
    isCumulative: isCumulative(query),
  });
}

/** The questions for the quantiles that cut bins, one for each entity. */
export function toQuantilesPlans(input: TrendInput, source: ValueSource, levels: number[]): QuantilesPlan[] {
  const { project, range: asked, query, entities } = input;
  const common = toCommonFilters(project, query);
  const { plan } = toTrendPlan(input, []);
  return entities.map((resolved, index) => {
    const own = withFirsts(toSelection(resolved, common), resolved.entity);
    const select = withNeeds(own, query.breakdown, { by: "events" });
    const sessionRange = toSessionRange(asked, [select]);
    const range = plan.series[index]?.valueRange ?? asked;
    return { kind: "distinct-quantiles", projectId: project.id, range, sessionRange, select, source, levels };
  });
}

/** Does a counting leave out events without a person? */
export function isOfPersons(counting: Counting): boolean {
  if (counting.by === "firsts") return counting.of.by === "actors";
  if (counting.by === "events_per_actor") return counting.actors.by === "persons";
  return counting.by === "actors" || counting.by === "trailing_actors";
}

/** The selection, with the need for persons or sessions of the counting and the breakdown. */
export function withNeeds(select: Selection, breakdown: Breakdown | null, counting: Counting): Selection {
  const sources = new Set(toSources(breakdown).map(({ type }) => type));
  return {
    ...select,
    needsPerson: select.needsPerson || isOfPersons(counting) || breakdown?.by === "cohorts" || sources.has("person"),
    needsSession: select.needsSession || counting.by === "session_seconds" || sources.has("session"),
  };
}

function toSources(breakdown: Breakdown | null): ValueSource[] {
  if (breakdown === null || breakdown.by === "cohorts") return [];
  return breakdown.by === "values" ? breakdown.sources : [breakdown.source];
}

/** @param bins for a breakdown into bins */
export function toBreakdownPlan(breakdown: Breakdown, rankBy: Counting, bins: Bin[]): BreakdownPlan {
  switch (breakdown.by) {
    case "values": {
      const { by, sources, limit, offset, hasOther: hasRest } = breakdown;
      return { by, sources, limit, offset, hasRest, rankBy };
    }
    case "bins":
      return { by: "bins", source: breakdown.source, bins };
    case "cohorts":
      return { by: "cohorts", ids: breakdown.ids.map((id) => (id === "all" ? null : id)) };
  }
}

/** A line of an answer. */
export interface TrendLine {
  key: LineKey;
  /** One number per edge of the plan. */
  data: number[];
}

/** The lines of each series, in the plan's order of series; lines are in any order. */
export interface TrendAnswer {
  series: TrendLine[][];
}

/** Actors with a selected event of one line in a stretch of time. Events without an actor are behind nobody. */
export interface TrendActorList extends ActorList<"trend-actors"> {
  projectId: number;
  /** Rows outside do not count; for trailing windows, this is the window. */
  range: DateRange;
  /** Rows over which breakdown values are ranked, for the line of type "rest" alone. */
  valueRange: DateRange;
  sessionRange: DateRange;
  select: Selection;
  breakdown: BreakdownPlan | null;
  /** "whole" = rows of every line. */
  line: LineKey;
  actors: ActorKind;
  /** How an actor's rows become its value. */
  value: ValueCounting;
  /** `values`: the highest value first, actors of equal value in ascending order of their keys. `keys`: in that order alone. */
  order: "values" | "keys";
}

export type TrendActorsPlan = ActorsPlan<TrendActorList>;

/** The number of an actor's rows, or the trend's statistic of them. */
export type ValueCounting = Extract<Counting, { by: "events" | "numbers" | "session_seconds" }>;
