import type { DateRange } from "../../port/range.ts";
import * as v from "valibot";
import { needsSession } from "../../events/filters/index.ts";
import type { FilterGroup } from "../../events/filters/index.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import type { PathItems, PathNames, PathReplacement, PathsPlan, PathTranslation } from "./plan.ts";
import type { PathQuery } from "./node.ts";
import { planPathFunnel } from "./path-funnel.ts";
import { toRangeContext } from "../shared/node-question.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import { findQueryRange } from "../shared/query-range.ts";
import { toCommonFilters } from "../shared/selection.ts";
import { toSessionRange } from "../shared/session-range.ts";

/** `path_cleaning_filters`: `{regex, alias}`, applied in their order to the items of paths. */
export interface PathSettings extends ProjectSettings {
  path_cleaning_filters: unknown;
}

/** A new session begins half an hour after the event before (reference/insights.md 12b.3). */
const SESSION_GAP_MS = 30 * 60_000;

const PAGEVIEW: PathTranslation = { event: "$pageview", key: "$current_url", trimSlash: true };
const SCREEN: PathTranslation = { event: "$screen", key: "$screen_name", trimSlash: false };

/**
 * The range of a question; null = it ends before it begins, and is empty (given case paths.004; trends refuse that).
 * @throws HogletError 400 naming the field
 */
export async function pathRange(ctx: Asks, asked: Asked, { dates }: PathQuery): Promise<DateRange | null> {
  return findQueryRange(dates, await toRangeContext(ctx, asked, dates));
}

/** Null = the range or the funnel is empty. */
export async function planPaths(
  ctx: Asks,
  asked: Asked,
  query: PathQuery,
  { project, range }: { project: PathSettings; range: DateRange | null },
): Promise<PathsPlan | null> {
  if (range === null) return null;
  const plan = toPathsPlan(asked, project, query, range);
  if (query.funnel === null) return plan;
  const planned = await planPathFunnel(ctx, asked, query.funnel);
  return planned && { ...plan, ...planned };
}

/** A plan without a funnel. */
export function toPathsPlan(asked: Asked, project: PathSettings, query: PathQuery, range: DateRange): PathsPlan {
  const filter: FilterGroup = { type: "AND", values: toCommonFilters(project, query) };
  return {
    kind: "paths",
    projectId: asked.project.id,
    range,
    sessionRange: toSessionRange(range),
    select: {
      anyOf: [{ event: null, filter: { type: "AND", values: [] } }],
      filter,
      needsPerson: true,
      needsSession: needsSession(filter),
    },
    include: toNames(query),
    items: toItems(query, project),
    funnel: null,
    gapMs: SESSION_GAP_MS,
    startPoint: query.startPoint,
    endPoint: query.endPoint,
    stepLimit: query.stepLimit,
    // Every edge occurs at least once.
    minWeight: query.minWeight || null,
    maxWeight: query.maxWeight,
    edgeLimit: query.edgeLimit,
  };
}

function toNames({ types, names }: PathQuery): PathNames | null {
  const named = types.filter((type) => type !== "hogql");
  if (named.length === 0 && names.length === 0) return null;
  return {
    names: [...names, ...named.filter((type) => type !== "custom_event")],
    custom: named.includes("custom_event"),
  };
}

function toItems(query: PathQuery, project: PathSettings): PathItems {
  const replacements = toReplacements(query, project);
  return {
    translations: [PAGEVIEW, SCREEN].filter(({ event }) => isTranslated(event, query)),
    expression: toExpression(query),
    replacements,
    // Groupings do not apply to cleaned items (12b.2).
    groupings: replacements.length > 0 ? [] : query.groupings,
    exclude: query.exclude,
  };
}

/** Does an event of this type become its URL or screen? Else its name stands (12b.2). */
function isTranslated(event: string, query: PathQuery): boolean {
  const types: readonly string[] = query.types;
  const includesNone = types.length === 0 && query.names.length === 0;
  return types.includes(event) || (includesNone && !query.exclude.includes(event));
}

function toExpression({ types, names, expression }: PathQuery): PathItems["expression"] {
  const isMeant = types.includes("hogql") || (types.length === 0 && names.length === 0);
  return isMeant && expression !== null ? { type: "hogql", key: expression, as: "text" } : null;
}

const StoredReplacements = v.array(v.object({ regex: v.string(), alias: v.nullish(v.string(), "") }));

function toReplacements(query: PathQuery, project: PathSettings): PathReplacement[] {
  const own = query.isCleaned ? v.parse(StoredReplacements, project.path_cleaning_filters) : [];
  return [...own, ...query.cleanings];
}
