import * as v from "valibot";
import {
  CompareFilterNode,
  field,
  insightNodeEntries,
  nodeIntervalEntries,
  wholeField,
} from "../shared/node-fields.ts";
import { SeriesList } from "../shared/node-series.ts";
import { readEntities } from "../shared/read-node.ts";
import type { EntityQuestion } from "../shared/read-node.ts";
import type { StickinessCriterion } from "./plan.ts";

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

export interface StickinessQuery extends EntityQuestion {
  /** Intervals that count as one. */
  intervals: number;
  /** How often it has to happen in an interval; null = once. */
  criterion: StickinessCriterion | null;
  isCumulative: boolean;
}

/** @throws HogletError 400 naming the field */
export function readStickiness(node: StickinessQueryRead, how = { hasNames: false }): StickinessQuery {
  const { computedAs, stickinessCriteria } = node.stickinessFilter ?? {};
  const { operator = "gte", value = 1 } = stickinessCriteria ?? {};
  return {
    ...readEntities(node, how),
    intervals: node.intervalCount ?? 1,
    // One or more is every actor with an event.
    criterion: operator === "gte" && value <= 1 ? null : { operator, value },
    isCumulative: computedAs === "cumulative",
  };
}
