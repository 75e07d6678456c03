import * as v from "valibot";
import { FunnelsQueryNode } from "../funnel/node.ts";
import { field, insightNodeEntries, wholeField } from "../shared/node-fields.ts";

const { aggregation_group_type_index: _, ...entries } = insightNodeEntries;

const Names = field(v.array(v.string()));

/** The paths that are counted. */
const PathsFilterNode = v.looseObject({
  /** `$pageview`, `$screen`, `custom_event`. @default every event */
  includeEventTypes: Names,
  pathsHogQLExpression: field(v.string()),
  /** Paths begin at this item. */
  startPoint: field(v.string()),
  /** Paths end at this item. */
  endPoint: field(v.string()),
  /** Items of a path. @default 5 */
  stepLimit: wholeField(1),
  /** Edges, the most frequent. @default 50 */
  edgeLimit: wholeField(1),
  minEdgeWeight: wholeField(0),
  maxEdgeWeight: wholeField(0),
  /** Items that match one of these, such as `/user/*`, count as the same. */
  pathGroupings: Names,
  /** Items that do not take part. */
  excludeEvents: Names,
  /** Cleans items by the project's `path_cleaning_filters`. @default false */
  pathReplacements: field(v.boolean()),
  /** Cleans items by these too. */
  localPathCleaningFilters: field(v.array(v.looseObject({ alias: field(v.string()), regex: field(v.string()) }))),
});

const FUNNEL_PATHS = ["funnel_path_before_step", "funnel_path_between_steps", "funnel_path_after_step"] as const;

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
