import type { DateRange } from "../../port/range.ts";
import type { Selection } from "../../port/selection.ts";
import { invalid } from "../../base/errors.ts";
import { toEventTests } from "../../admin/actions/index.ts";
import type { FilterGroup } from "../../events/filters/index.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { withFirsts } from "../shared/counting.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { readEntity } from "../shared/read-node.ts";
import { toCommonFilters, toSelection } from "../shared/selection.ts";
import type { Resolved } from "../shared/selection.ts";
import { toSessionRange } from "../shared/session-range.ts";
import { isAsWide } from "./entity-compare.ts";
import type {
  ActorsFunnelPlan,
  FunnelAttribution,
  FunnelBreakdown,
  FunnelExclusion,
  FunnelPlan,
  FunnelStep,
} from "./plan.ts";
import type { FunnelQuery } from "./node.ts";
import { toFunnelWindow } from "./funnel-window.ts";

/** A plan, and its steps as answers call them. */
export interface PlannedFunnel {
  plan: FunnelPlan;
  steps: Resolved[];
}

/** Null = it has no steps, or an action that it names does not exist. */
export function toFunnelPlan(ctx: Asks, asked: Asked, query: FunnelQuery, range: DateRange): PlannedFunnel | null {
  const { project } = asked;
  const { order } = query;
  const steps = resolveEntities(ctx, project.id, query.entities);
  // Any event in between breaks a strict funnel: exclusions would add nothing.
  const excluded = order === "strict" ? [] : query.exclusions;
  const exclusions = resolveEntities(
    ctx,
    project.id,
    excluded.map(({ entity }) => entity),
  );
  if (steps === null || exclusions === null || steps.length === 0) return null;
  const common = toCommonFilters(project, query);
  const planned = toSteps(steps, common);
  const plan: FunnelPlan = {
    kind: "funnel",
    projectId: project.id,
    range,
    sessionRange: toSessionRange(
      range,
      planned.map(({ select }) => select),
    ),
    order,
    steps: planned,
    exclusions: exclusions.map((resolved, index): FunnelExclusion => {
      const { fromStep = 0, toStep = 0 } = excluded[index] ?? {};
      return { select: toSelection(resolved, common), fromStep, toStep };
    }),
    window: toFunnelWindow(query.window, range),
    between: anyEvent(common),
    actors: query.actors,
    breakdown: toBreakdown(query, steps, common),
  };
  return { plan, steps };
}

/** A funnel that is asked for its actors themselves. @throws HogletError 400 for a funnel of values, which has none */
export function toActorsPlan(plan: FunnelPlan): ActorsFunnelPlan {
  const { actors } = plan;
  if (actors.by !== "values") return { ...plan, actors };
  const detail = `A funnel by ${actors.source.key} has no actors to explain or to compare; expected person_id.`;
  throw invalid("funnel_aggregate_by_hogql", detail, "unsupported");
}

function toSteps(steps: Resolved[], common: FilterGroup[]): FunnelStep[] {
  return steps.map((resolved, index) => {
    const before = steps.at(index - 1);
    const isRepeat = steps.length > 1 && before !== undefined && isAsWide(resolved.entity, before.entity);
    return { select: withFirsts(toSelection(resolved, common), resolved.entity), isRepeat };
  });
}

/** Every event that passes the question's filters. */
function anyEvent(common: FilterGroup[]): Selection {
  const entity = readEntity({ kind: "EventsNode" }, { order: 0, attr: "series", hasNames: false });
  return toSelection({ entity, action: null }, common);
}

function toBreakdown(query: FunnelQuery, steps: Resolved[], common: FilterGroup[]): FunnelBreakdown | null {
  const { breakdown } = query;
  if (breakdown === null) return null;
  if (breakdown.by === "cohorts") return { by: "cohorts", ids: breakdown.ids.map((id) => (id === "all" ? null : id)) };
  const { sources, isList, limit } = breakdown;
  // The original takes a plain group property as it comes, and puts other values in lists (11.8).
  const skipsEmpty = isList || sources[0]?.type !== "group";
  const ranked = toRanked(query, steps, common);
  const needsPerson = ranked.needsPerson || sources.some(({ type }) => type === "person");
  return {
    by: "values",
    sources,
    limit,
    attribution: toAttribution(query, skipsEmpty),
    ranked: { ...ranked, needsPerson },
  };
}

function toAttribution(query: FunnelQuery, skipsEmpty: boolean): FunnelAttribution {
  const { type, step } = query.attribution;
  switch (type) {
    case "first_touch":
      return { by: "first", skipsEmpty };
    case "last_touch":
      return { by: "last", skipsEmpty };
    case "step":
      return { by: "step", step };
    case "all_events":
      return { by: "event" };
  }
}

/** The events that values are chosen from: of one step, or all that have the name of any step. */
function toRanked(query: FunnelQuery, steps: Resolved[], common: FilterGroup[]): Selection {
  const { type, step } = query.attribution;
  const isTouch = type === "first_touch" || type === "last_touch";
  const one = steps[type === "step" ? step : 0];
  if (!isTouch && query.order !== "unordered" && one !== undefined) return toSelection(one, common);
  const names = new Set(steps.flatMap(eventNames));
  const anyOf = [...names].map((event) => ({ event, filter: { type: "AND" as const, values: [] } }));
  return { ...anyEvent(common), anyOf };
}

/** The names of a step's events; null = any event. */
export function eventNames({ entity, action, anyOf }: Resolved): (string | null)[] {
  if (anyOf !== undefined) return anyOf.map(({ event }) => event);
  if (action !== null) return toEventTests(action.steps).map(({ event }) => event);
  return [entity.id === null ? null : String(entity.id)];
}
