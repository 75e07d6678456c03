import { ask } from "../shared/ask.ts";
import type { FilterGroup } from "../../events/filters/index.ts";
import type { ActorKind } from "../../port/actors.ts";
import type { DateRange } from "../../port/range.ts";
import { toExactRange } from "../shared/exact-range.ts";
import { answer, openQuestion, toRangeContext } from "../shared/answer.ts";
import type { Answer, Asked, Asks } from "../shared/answer.ts";
import { toBuckets } from "../shared/buckets.ts";
import { formatDay, fromWallClock, nextInterval, startOfInterval } from "../shared/calendar.ts";
import type { Entity } from "../shared/entity.ts";
import { parseLifecycleQuery } from "./question.ts";
import type { EntityQuery } from "../shared/entity-query.ts";
import type { LifecycleFilter } from "./question.ts";
import type { LifecyclePlan, LifecycleAnswer } from "./plan.ts";
import { linkPoints, personLinks, toLinkPoint } from "../shared/person-links.ts";
import type { PersonLink } from "../shared/person-links.ts";
import { total } from "../shared/points.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import { toWallRange } from "../shared/range.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { toCommonFilters, toSelection } from "../shared/selection.ts";
import type { Resolved } from "../shared/selection.ts";
import { toSessionRange } from "../shared/session-range.ts";
import { rememberParsed } from "../shared/remember-parsed.ts";

const parseQuestion = rememberParsed(parseLifecycleQuery);

/** The statuses, in the order of answers. */
export const STATUSES = ["new", "returning", "resurrecting", "dormant"] as const;

/** The persons of one status, period by period (reference/insights.md 8). */
export interface LifecycleSeries {
  status: (typeof STATUSES)[number];
  action: Entity;
  /** `$pageview - dormant` */
  label: string;
  /** Sum of `data`. */
  count: number;
  /** Persons per period; of dormant ones the negative. */
  data: number[];
  labels: string[];
  days: string[];
  persons_urls: PersonLink[];
  /** The question in normal form; it may be asked again as it is. */
  filter: LifecycleFilter;
}

export type LifecycleResult = Answer<LifecycleSeries[]>;

/**
 * Says of the persons who did the first entity in a period whether they are new, returning or resurrecting, and how many
 * became dormant; no lines when there is no entity, or its action does not exist.
 * @throws HogletError 400 naming the field
 * @example
 * await lifecycle(ctx, project, { events: [{ id: "opened" }], date_from: "-8w", interval: "week" });
 */
export async function lifecycle(
  ctx: Asks,
  project: ProjectSettings,
  input: unknown,
  origin = "",
): Promise<LifecycleResult> {
  const query = parseQuestion(input);
  const asked = openQuestion(ctx, project, origin);
  const range = await toLifecycleRange(ctx, asked, query);
  const question = { insight: "LIFECYCLE", filter: query.filter, dates: range, refresh: query.refresh };
  const show = (counted: Counted | null) => (counted === null ? [] : toSeries(asked, query, counted));
  return answer(ctx, asked, question, () => compute(ctx, asked, query, range), show);
}

/** The days as they are written, on the project's clock whatever their form: `T` does not mean UTC here (8, end). */
export async function toLifecycleRange(ctx: Asks, asked: Asked, query: EntityQuery): Promise<DateRange> {
  const { timezone } = asked.calendar;
  const walls = toWallRange(query, await toRangeContext(ctx, asked, query));
  return { fromMs: fromWallClock(walls.fromWallMs, timezone), untilMs: fromWallClock(walls.toWallMs, timezone) + 1 };
}

/** The numbers of a lifecycle, and the periods that they are about. */
interface Counted extends Pick<LifecyclePlan, "edgesMs" | "range"> {
  entity: Entity;
  found: LifecycleAnswer;
  days: string[];
  labels: string[];
}

/** @returns null = there is no entity, or its action does not exist */
async function compute(ctx: Asks, asked: Asked, query: EntityQuery, range: DateRange): Promise<Counted | null> {
  const [first] = resolveEntities(ctx, asked.project.id, query.entities.slice(0, 1)) ?? [];
  if (first === undefined) return null;
  const { edgesMs, days, labels } = toBuckets(range, query.interval, asked.calendar);
  const plan = toLifecyclePlan(asked, query, first, { edgesMs, actors: { by: "persons" } });
  const found = await ask(ctx, plan);
  return { entity: first.entity, found, days, labels, edgesMs: plan.edgesMs, range: plan.range };
}

function toSeries(asked: Asked, query: EntityQuery, counted: Counted): LifecycleSeries[] {
  const { entity, found, days, labels } = counted;
  return STATUSES.map((status) => {
    const data = toData(found, status);
    return {
      status,
      action: entity,
      label: `${entity.name} - ${status}`,
      count: total(data),
      data,
      labels,
      days,
      persons_urls: toLinks(asked, query, status, counted),
      filter: query.filter as LifecycleFilter,
    };
  });
}

/** Events that make or change persons: an event without one has none who could be new (docs/exactness.md). */
const OF_PERSONS: FilterGroup = {
  type: "AND",
  values: [{ type: "event", key: "$process_person_profile", operator: "is_not", value: ["false"], negation: false }],
};

/** Makes the plan of the periods that begin at `edgesMs`; the one before serves to look back. */
export function toLifecyclePlan(
  { project, calendar }: Asked,
  query: EntityQuery,
  resolved: Resolved,
  { edgesMs, actors }: { edgesMs: number[]; actors: ActorKind },
): LifecyclePlan {
  const [firstMs = 0] = edgesMs;
  const lookBackMs = startOfInterval(firstMs - 1, query.interval, calendar);
  const untilMs = nextInterval(edgesMs.at(-1) ?? firstMs, query.interval, calendar);
  const range = { fromMs: lookBackMs, untilMs };
  const common = toCommonFilters(project, query);
  const filters = actors.by === "persons" ? [...common, OF_PERSONS] : common;
  return {
    kind: "lifecycle",
    projectId: project.id,
    range,
    edgesMs: [lookBackMs, ...edgesMs],
    sessionRange: toSessionRange(range),
    select: { ...toSelection(resolved, filters), needsPerson: true },
    actors,
  };
}

/** Persons of a status per period, as answers show them: dormant ones below zero. */
export function toData(found: LifecycleAnswer, status: keyof LifecycleAnswer): number[] {
  // Not -0, which JSON shows as 0 and comparisons do not take for it.
  return status === "dormant" ? found[status].map((actors) => 0 - actors) : found[status];
}

/** To the persons of each period, which starts exactly where it started for the answer, whenever the link is followed. */
function toLinks(asked: Asked, query: EntityQuery, status: string, { edgesMs, range }: Counted): PersonLink[] {
  const { filter, interval } = query;
  const shared = { ...filter, lifecycle_type: status, question_range: toExactRange(range) };
  const linkOf = personLinks(asked, "lifecycle", shared);
  const points = edgesMs.slice(1).map((fromMs, index) =>
    toLinkPoint({
      target_date: formatDay(fromMs, interval, asked.calendar.timezone),
      point_range: toExactRange({ fromMs, untilMs: edgesMs[index + 2] ?? range.untilMs }),
    }),
  );
  return linkPoints(linkOf, points, STATUSES.length);
}
