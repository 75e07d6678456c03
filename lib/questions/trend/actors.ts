import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import type { LineKey } from "../../port/lines.ts";
import type { DateRange } from "../../port/range.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import { toBuckets } from "../shared/buckets.ts";
import type { Calendar } from "../shared/calendar.ts";
import { toRanking, toReach, toWindow, withFirsts } from "../shared/counting.ts";
import type { Entity } from "../shared/entity.ts";
import type { EntityMath } from "../shared/math.ts";
import { rangeOfPoint, toBucket } from "../shared/node-point.ts";
import type { NodePoint } from "../shared/node-point.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { toCommonFilters, toSelection } from "../shared/selection.ts";
import type { Resolved } from "../shared/selection.ts";
import { toSessionRange } from "../shared/session-range.ts";
import { trendRanges } from "./answer.ts";
import { isCumulative, isTimeSeries, readTrends } from "./node.ts";
import type { TrendQuery, TrendsQueryRead } from "./node.ts";
import { countingOf, toBreakdownPlan, withNeeds } from "./plan.ts";
import type { TrendActorList, ValueCounting } from "./plan.ts";
import { toPointLine } from "./point-line.ts";

/**
 * The actors of the bucket that holds `day`, of a TrendsQuery; of one value, or without a day, those of the whole
 * range. @throws HogletError 400 naming the field
 */
export async function trendsNodeActors(
  ctx: Asks,
  project: Project,
  node: TrendsQueryRead,
  point: NodePoint,
): Promise<TrendActorList | null> {
  const query = readTrends(node, null);
  const asked = openQuestion(ctx, project, "");
  const { asked: whole, counted } = rangeOfPoint(await trendRanges(ctx, asked, query), point);
  const { day, series = null } = point;
  const isOfDay = day !== null && day !== undefined && isTimeSeries(query.display);
  const bucket = isOfDay ? toBucket(asked, day, query.dates.interval, counted) : counted;
  const entity = query.entities[series ?? 0];
  if (entity === undefined) throw invalid("series", `The query has no series ${series ?? 0}.`);
  return trendActors(ctx, project, query, {
    entity,
    line: toPointLine(point.breakdown, query.breakdown),
    range: isCumulative(query) ? { ...bucket, fromMs: counted.fromMs } : bucket,
    whole,
  });
}

export interface TrendNumber {
  entity: Entity;
  line: LineKey;
  /** The time that it counts. */
  range: DateRange;
  /** The question's range, over which breakdown values are ranked. */
  whole: DateRange;
}

/** Null = the entity's action does not exist. */
export function trendActors(
  ctx: Pick<Asks, "db">,
  project: ProjectSettings,
  query: TrendQuery,
  { entity: named, line, range, whole }: TrendNumber,
): TrendActorList | null {
  const [resolved] = resolveEntities(ctx, project.id, [named]) ?? [];
  if (resolved === undefined) return null;
  const { entity } = resolved;
  const calendar = { timezone: project.timezone, weekStartDay: project.week_start_day };
  // Where points add up, the first bucket's window reaches back the farthest.
  const windowed = isCumulative(query) ? { ...range, untilMs: range.fromMs + 1 } : range;
  const counting = countingOf(query, entity, { edgesMs: [range.fromMs], range: windowed, calendar });
  const common = toCommonFilters(project, query);
  const selectionOf = (each: Resolved) => withFirsts(toSelection(each, common), each.entity);
  const select = withNeeds(selectionOf(resolved), query.breakdown, counting);
  // The sessions of all series, since a session belongs to the whole question.
  const all = query.entities.flatMap((each) => resolveEntities(ctx, project.id, [each]) ?? []);
  const { math_group_type_index: groupTypeIndex } = entity;
  return {
    kind: "trend-actors",
    projectId: project.id,
    range: toWindow(range, counting),
    valueRange: toValueRange(query, entity, whole, calendar),
    sessionRange: toSessionRange(whole, [select, ...all.map(selectionOf)]),
    select,
    breakdown:
      query.breakdown && toBreakdownPlan(query.breakdown, toRanking(entity), line.type === "bin" ? [line.bin] : []),
    line,
    actors: groupTypeIndex === null ? { by: "persons" } : { by: "groups", groupTypeIndex },
    value: toValue(entity),
    order: "values",
  };
}

/** Rows over which breakdown values are ranked. */
function toValueRange(query: TrendQuery, entity: EntityMath, range: DateRange, calendar: Calendar): DateRange {
  const { display, dates } = query;
  const edgesMs = isTimeSeries(display) ? toBuckets(range, dates.interval, calendar).edgesMs : [range.fromMs];
  return toReach(range, countingOf(query, entity, { edgesMs, range, calendar }));
}

/** The value of an actor: the entity's statistic over its events, else their number (rest.md 7.3). */
function toValue(entity: EntityMath): ValueCounting {
  const counting = toRanking(entity);
  return counting.by === "numbers" || counting.by === "session_seconds" ? counting : { by: "events" };
}
