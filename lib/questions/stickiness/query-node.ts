import * as v from "valibot";
import {
  CompareFilterNode,
  field,
  insightNodeEntries,
  nodeIntervalEntries,
  wholeField,
} from "../shared/node-fields.ts";
import { SeriesList } from "../shared/node-series.ts";

const { aggregation_group_type_index: _, ...entries } = insightNodeEntries;

/** The fields that decide the count, and those that only clients draw by, which are kept as they come. */
const StickinessFilterNode = v.looseObject({
  /** `cumulative` counts those who were active in so many intervals or more. @default "non_cumulative" */
  computedAs: field(v.picklist(["non_cumulative", "cumulative"])),
  /** How often it has to happen in an interval: so often or more, so often at most, exactly so often. @default gte 1 */
  stickinessCriteria: field(v.strictObject({ operator: v.picklist(["gte", "lte", "exact"]), value: v.number() })),
  /** The older place of `compareFilter`. */
  compare: field(v.boolean()),
});

/** In how many intervals persons did it: a node of kind StickinessQuery. Source: reference/query.md 4.10. */
export const StickinessQueryNode = v.strictObject({
  kind: v.literal("StickinessQuery"),
  series: SeriesList,
  ...nodeIntervalEntries,
  /** Intervals that count as one. @default 1 */
  intervalCount: wholeField(1, 1000),
  stickinessFilter: field(StickinessFilterNode),
  compareFilter: field(CompareFilterNode),
  ...entries,
});
export interface StickinessQueryNode extends v.InferInput<typeof StickinessQueryNode> {}
export interface StickinessQueryRead extends v.InferOutput<typeof StickinessQueryNode> {}
