import { ask } from "../shared/ask.ts";
import type { DateRange } from "../../port/range.ts";
import type { ActorKind } from "../../port/actors.ts";
import { toExactRange } from "../shared/exact-range.ts";
import { answer, openQuestion, toRangeContext } from "../shared/answer.ts";
import type { Answer, Asked, Asks } from "../shared/answer.ts";
import { toBuckets } from "../shared/buckets.ts";
import { startOfInterval } from "../shared/calendar.ts";
import { toComparedLabels, toPreviousRange } from "../shared/compare.ts";
import type { Compared } from "../shared/compare.ts";
import type { Entity } from "../shared/entity.ts";
import { parseStickinessQuery } from "./question.ts";
import type { EntityQuery } from "../shared/entity-query.ts";
import type { StickinessFilter } from "./question.ts";
import { linkPoints, personLinks, toLinkPoint } from "../shared/person-links.ts";
import type { PersonLink } from "../shared/person-links.ts";
import { total } from "../shared/points.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import { resolveRange, toWallRange } from "../shared/range.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { toCommonFilters, toSelection } from "../shared/selection.ts";
import type { Resolved } from "../shared/selection.ts";
import { toSessionRange } from "../shared/session-range.ts";
import { rememberParsed } from "../shared/remember-parsed.ts";
import type { StickinessPlan } from "./plan.ts";

const parseQuestion = rememberParsed(parseStickinessQuery);

/** How faithfully one entity is used (reference/insights.md 9). */
export interface StickinessSeries extends Partial<Compared> {
  action: Entity;
  label: string;
  /** Sum of `data`. */
  count: number;
  /** Place 0: actors active in exactly one bucket of the range; place 1: in exactly two; … */
  data: number[];
  /** `1 day`, `2 days`, …; `day 0`, `day 1`, … when compared. */
  labels: string[];
  /** 1, 2, … */
  days: number[];
  persons_urls: PersonLink[];
  /** The question in normal form; it may be asked again as it is. */
  filter: StickinessFilter;
}

export type StickinessResult = Answer<StickinessSeries[]>;

/**
 * Counts persons (or groups, with math unique_group) by the number of hours, days, weeks or months of the range in which
 * they did it.
 * @throws HogletError 400 naming the field
 * @example
 * await stickiness(ctx, project, { events: [{ id: "opened" }], date_from: "-30d" });
 */
export async function stickiness(
  ctx: Asks,
  project: ProjectSettings,
  input: unknown,
  origin = "",
): Promise<StickinessResult> {
  const query = parseQuestion(input);
  const asked = openQuestion(ctx, project, origin);
  const ranges = await toRanges(ctx, asked, query);
  const question = { insight: "STICKINESS", filter: query.filter, dates: ranges, refresh: query.refresh };
  const show = (counted: Counted[]) => counted.map((one) => toSeries(asked, query, one, counted.length));
  return answer(ctx, asked, question, () => compute(ctx, asked, query, ranges), show);
}

async function toRanges(ctx: Asks, asked: Asked, query: EntityQuery): Promise<DateRange[]> {
  const context = await toRangeContext(ctx, asked, query);
  const current = toWholePeriods(resolveRange(query, context), query, asked);
  if (!query.compare) return [current];
  const previous = resolveRange(toPreviousRange(toWallRange(query, context), query.interval), context);
  return [current, toWholePeriods(previous, query, asked)];
}

/** A range from the start of its first interval, so that an actor can be active in all of it. */
export function toWholePeriods(
  { fromMs, untilMs }: DateRange,
  { interval }: Pick<EntityQuery, "interval">,
  { calendar }: Pick<Asked, "calendar">,
): DateRange {
  return { fromMs: startOfInterval(fromMs, interval, calendar), untilMs };
}

/** The numbers of an entity in a range. */
interface Counted {
  entity: Entity;
  data: number[];
  range: DateRange;
  isPrevious: boolean;
}

async function compute(ctx: Asks, asked: Asked, query: EntityQuery, ranges: DateRange[]): Promise<Counted[]> {
  const counted: Counted[] = [];
  for (const resolved of resolveEntities(ctx, asked.project.id, query.entities) ?? []) {
    for (const [index, range] of ranges.entries()) {
      const { actors } = await ask(ctx, toStickinessPlan(asked, query, resolved, range));
      counted.push({ entity: resolved.entity, data: actors, range, isPrevious: index > 0 });
    }
  }
  return counted;
}

/** Makes the plan of one entity in one range. */
export function toStickinessPlan(
  { project, calendar }: Asked,
  query: EntityQuery,
  resolved: Resolved,
  range: DateRange,
): StickinessPlan {
  const select = toSelection(resolved, toCommonFilters(project, query));
  return {
    kind: "stickiness",
    projectId: project.id,
    range,
    edgesMs: toBuckets(range, query.interval, calendar).edgesMs,
    sessionRange: toSessionRange(range),
    select: { ...select, needsPerson: true },
    actors: toActors(resolved.entity),
  };
}

function toActors({ math_group_type_index: groupTypeIndex }: Entity): ActorKind {
  return groupTypeIndex === null ? { by: "persons" } : { by: "groups", groupTypeIndex };
}

function toSeries(
  asked: Asked,
  query: EntityQuery,
  { entity, data, range, isPrevious }: Counted,
  lines: number,
): StickinessSeries {
  const { interval, filter, compare } = query;
  const days = data.map((_, index) => index + 1);
  const point = {
    entity_id: entity.id,
    entity_type: entity.type,
    entity_math: entity.math,
    entity_order: entity.order,
  };
  const shared = { ...filter, compare: null, ...point, question_range: toExactRange(range) };
  const linkOf = personLinks(asked, "stickiness", shared);
  return {
    action: entity,
    label: entity.name,
    count: total(data),
    data,
    labels: compare ? toComparedLabels(days, interval) : days.map((day) => `${day} ${interval}${day === 1 ? "" : "s"}`),
    days,
    ...(compare && {
      compare: true as const,
      compare_label: isPrevious ? ("previous" as const) : ("current" as const),
    }),
    persons_urls: linkPoints(
      linkOf,
      days.map((day) => toLinkPoint({ stickiness_days: day })),
      lines,
    ),
    filter: filter as StickinessFilter,
  };
}
