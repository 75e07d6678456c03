import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import { compileRegex } from "../../events/filters/index.ts";
import { FunnelsQueryNode, readFunnels } from "../funnel/node.ts";
import { expectSmall } from "../shared/input.ts";
import { field, insightNodeEntries, wholeField } from "../shared/node-fields.ts";
import type { QuestionDates } from "../shared/node-question.ts";
import { readDates, readQuestionFilters } from "../shared/read-node.ts";
import type { QuestionFilters } from "../shared/read-node.ts";
import { FUNNEL_PATHS, toPathFunnelQuery } from "./path-funnel.ts";
import type { PathFunnelQuery } from "./path-funnel.ts";
import type { PathReplacement } from "./plan.ts";

/** "custom_event" = names that do not begin with `$`; "hogql" = texts instead of names. */
const EVENT_TYPES = ["$pageview", "$screen", "custom_event", "hogql"] as const;

/** Far beyond what can be drawn. */
export const MAX_STEPS = 1000;
export const MAX_EDGES = 1_000_000;
const STEPS = 5;
const EDGES = 50;

export const EventType = v.picklist(EVENT_TYPES, "Expected $pageview, $screen, custom_event or hogql.");

/** An item: one slash at the end is left out, as it is from URLs. */
export const PointField = v.pipe(
  v.string(),
  v.transform((item) => (item.length > 1 && item.endsWith("/") ? item.slice(0, -1) : item)),
);

/** The replacement of a part of an item. */
export const PathCleaning = v.object({
  /** RE2. */
  regex: v.pipe(
    v.string(),
    v.check((pattern) => compileRegex(pattern) !== null, "Expected a regular expression (RE2)."),
  ),
  /** `\\1` is the pattern's first group. @default "" */
  alias: v.nullish(v.string(), ""),
});
export type PathCleaning = v.InferInput<typeof PathCleaning>;

export const Grouping = v.pipe(v.string(), v.nonEmpty());

const { aggregation_group_type_index: _, ...entries } = insightNodeEntries;

const Names = field(v.array(v.string()));

/** The paths that are counted; fields that only clients draw by are kept as they come. */
const PathsFilterNode = v.looseObject({
  /** `$pageview`, `$screen`, `custom_event`; `hogql` for `pathsHogQLExpression`. @default every event */
  includeEventTypes: Names,
  /** Names of events that take part too; 400 beside `custom_event`, which includes them all. */
  includeCustomEvents: Names,
  /**
   * An expression of HogQL: its text is the item of events, instead of their names; null is the empty item. With `includeEventTypes` only
   * if `hogql` is among them.
   */
  pathsHogQLExpression: field(v.string()),
  /** Paths begin at this item. */
  startPoint: field(PointField),
  /** Paths end at this item. */
  endPoint: field(PointField),
  /** Items of a path. @default 5 */
  stepLimit: wholeField(1, MAX_STEPS),
  /** Edges, the most frequent. @default 50; between two points all */
  edgeLimit: wholeField(1, MAX_EDGES),
  minEdgeWeight: wholeField(0),
  maxEdgeWeight: wholeField(1),
  /** Patterns such as `/user/*`: all items that match one count as the same. */
  pathGroupings: Names,
  /** Items that do not take part. */
  excludeEvents: Names,
  /** Cleans items by the project's `path_cleaning_filters`. @default false */
  pathReplacements: field(v.boolean()),
  /** Further filters that clean items. */
  localPathCleaningFilters: field(v.array(v.looseObject({ alias: field(v.string()), regex: field(v.string()) }))),
});

/** Lists that are read when the node is asked: a node with other members may still be kept, and converted. */
const Lists = v.object({
  include_event_types: v.nullish(v.array(EventType), []),
  path_groupings: v.nullish(v.array(Grouping), []),
  local_path_cleaning_filters: v.nullish(v.array(PathCleaning), []),
});

/** The funnel around which paths are counted. */
const FunnelPathsFilterNode = v.strictObject({
  funnelPathType: field(v.picklist(FUNNEL_PATHS)),
  funnelSource: FunnelsQueryNode,
  funnelStep: field(v.number()),
});

/** The most frequent steps from one item to the next: a node of kind PathsQuery. Source: reference/query.md 4.10. */
export const PathsQueryNode = v.strictObject({
  kind: v.literal("PathsQuery"),
  pathsFilter: PathsFilterNode,
  funnelPathsFilter: field(FunnelPathsFilterNode),
  ...entries,
});
export interface PathsQueryNode extends v.InferInput<typeof PathsQueryNode> {}
export interface PathsQueryRead extends v.InferOutput<typeof PathsQueryNode> {}

export interface PathQuery extends QuestionFilters {
  dates: QuestionDates;
  /** Without types and names every event takes part. */
  types: readonly (typeof EVENT_TYPES)[number][];
  names: readonly string[];
  /** The text of events, of all types or those of the type `hogql`; null = their names. */
  expression: string | null;
  exclude: string[];
  startPoint: string | null;
  endPoint: string | null;
  stepLimit: number;
  /** Most edges; null = all. */
  edgeLimit: number | null;
  minWeight: number | null;
  maxWeight: number | null;
  groupings: string[];
  /** Cleans items by the project's filters, then by these. */
  isCleaned: boolean;
  cleanings: PathReplacement[];
  /** Null = paths of everybody. */
  funnel: PathFunnelQuery | null;
}

/** @throws HogletError 400 naming the field */
export function readPaths(node: PathsQueryRead): PathQuery {
  expectSmall(node);
  const { pathsFilter: own, funnelPathsFilter } = node;
  const { startPoint = null, endPoint = null, edgeLimit } = own;
  const lists = parse(Lists, {
    include_event_types: own.includeEventTypes,
    path_groupings: own.pathGroupings,
    local_path_cleaning_filters: own.localPathCleaningFilters,
  });
  const query = {
    dates: readDates(node),
    types: lists.include_event_types,
    names: own.includeCustomEvents ?? [],
    expression: own.pathsHogQLExpression || null,
    exclude: own.excludeEvents ?? [],
    startPoint,
    endPoint,
    stepLimit: own.stepLimit ?? STEPS,
    // Between two points every edge counts by default.
    edgeLimit: edgeLimit ?? (startPoint !== null && endPoint !== null ? null : EDGES),
    minWeight: own.minEdgeWeight ?? null,
    maxWeight: own.maxEdgeWeight ?? null,
    groupings: lists.path_groupings,
    isCleaned: own.pathReplacements ?? false,
    cleanings: lists.local_path_cleaning_filters,
    funnel: funnelPathsFilter ? readFunnelOf(funnelPathsFilter) : null,
    ...readQuestionFilters(node),
  };
  refuseContradictions(query);
  return query;
}

function readFunnelOf({
  funnelPathType: part,
  funnelSource,
  funnelStep: step,
}: v.InferOutput<typeof FunnelPathsFilterNode>) {
  return toPathFunnelQuery(readFunnels(funnelSource), { part, step, addsWindow: false });
}

function refuseContradictions({ names, types, minWeight: min, maxWeight: max }: PathQuery): void {
  if (names.length > 0 && types.includes("custom_event")) {
    throw invalid("include_custom_events", "custom_event includes every custom event already; name some or take all.");
  }
  if (max !== null && max < (min ?? 0)) {
    throw invalid("max_edge_weight", `Expected at least min_edge_weight (${min}) but received ${max}.`);
  }
}
