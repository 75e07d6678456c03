import * as v from "valibot";
import { FiltersField } from "../events/filters/index.ts";
import { EntityInput } from "./shared/entity.ts";
import { listOf, writtenAs } from "./shared/fields.ts";
import type { Math } from "./shared/math.ts";

// The fields that name a number of an answer. The links in answers have them all. The use cases in `actors/` read their values:
// these schemas say which fields are known, what callers write, and what the OpenAPI document shows.

const Index = v.nullish(v.union([v.number(), v.string()]));
const Text = v.nullish(v.string());
const Flag = v.nullish(v.boolean());

/** A value of a breakdown, or the values of several. */
const Line = v.union([v.string(), v.number(), listOf(v.union([v.string(), v.number()]))]);

/** A stretch of time as links carry it: epoch ms from and until. */
const ExactRange = v.nullish(
  v.union([writtenAs<readonly [fromMs: number, untilMs: number]>()(v.tuple([v.number(), v.number()])), v.string()]),
);
const questionRange = { question_range: ExactRange };
const ranges = { point_range: ExactRange, ...questionRange };

/** Which entity of a question; by its place, else by id and type. 400 when none is named. Source: reference/insights.md 13.1. */
const entityEntries = {
  /** Place among the question's `events` and `actions`, from 0. */
  entity_order: Index,
  /** Name of the event or id of the action; with `entity_type` it may be an entity that the question does not have. */
  entity_id: Index,
  /** An older name of `entity_id`. */
  entityId: Index,
  entity_type: v.nullish(v.picklist(["events", "actions"])),
  /** Tells two entities apart that differ by it alone. @default the entity that counts events */
  entity_math: v.nullish(writtenAs<Math>()(v.string())),
  /** 0 to 4; with math `unique_group` and an entity that the question does not have. */
  math_group_type_index: Index,
};

/** A point of a trend. Its stretch of time is `point_range`, else the bucket that begins at `date_from`. */
export const TrendPoint = v.object({
  ...entityEntries,
  /** The line, as answers write it: a value, a list of several, the id of a cohort or "all", a bin `[10.0,30.0]`. @default any */
  breakdown_value: v.nullish(Line),
  /** Values of the breakdown that the question skipped: its `offset`, which turns pages of persons here. */
  breakdown_offset: v.nullish(v.number()),
  ...ranges,
});
export type TrendPoint = v.InferInput<typeof TrendPoint>;

/** A status of a lifecycle in a period. Source: reference/insights.md 13.5. */
export const LifecyclePoint = v.object({
  ...entityEntries,
  /** Required. */
  lifecycle_type: v.nullish(v.picklist(["new", "returning", "resurrecting", "dormant"])),
  /** A date in the period; required, unless `point_range` says it. */
  target_date: Text,
  ...ranges,
});
export type LifecyclePoint = v.InferInput<typeof LifecyclePoint>;

/** A number of a stickiness. Source: reference/insights.md 13.7. */
export const StickinessPoint = v.object({
  ...entityEntries,
  /** Active in exactly this many intervals, from 1; required. */
  stickiness_days: Index,
  /** Another name of `stickiness_days`. */
  selected_interval: Index,
  ...questionRange,
});
export type StickinessPoint = v.InferInput<typeof StickinessPoint>;

/** A cell of a retention, or a row of it. Source: reference/insights.md 13.6. */
export const RetentionPoint = v.object({
  /** The row: its place from 0, or of a breakdown its values (required then). @default [0]; of a table `[selected_interval]` */
  breakdown_values: v.nullish(v.union([listOf(v.union([v.string(), v.number()])), v.string()])),
  /** The cell, from 0. @default 0 */
  selected_interval: Index,
  /** `ActionsTable` = the whole row, with when each came back. */
  display: v.nullish(v.picklist(["ActionsTable", "RetentionTable"])),
});
export type RetentionPoint = v.InferInput<typeof RetentionPoint>;

/** A number of a funnel: 400 when no step is named, or of a funnel over time no period. Source: reference/insights.md 13.2. */
export const FunnelPoint = v.object({
  /** s > 0: those who took step s (from 1); s < 0: those who took the step before |s| and no more. 0 = nobody. */
  funnel_step: v.nullish(v.number()),
  /** Those whose furthest step is one of these; before `funnel_step`. */
  funnel_custom_steps: v.nullish(listOf(v.number())),
  /** The line of the breakdown, as answers write it. @default any */
  funnel_step_breakdown: v.nullish(Line),
  /** Does the line "Other" mean the rest (rather than a value of this name)? @default true */
  funnel_step_other: Flag,
  /** Over time: the start of the period. */
  entrance_period_start: Text,
  /** Over time: those who did not get on, or those who did. */
  drop_off: Flag,
  ...ranges,
});
export type FunnelPoint = v.InferInput<typeof FunnelPoint>;

/** A number of a correlation. Source: reference/insights.md 13.3. */
export const CorrelationPoint = v.object({
  /** The event that they did; required, except for `properties`. */
  funnel_correlation_person_entity: v.nullish(EntityInput),
  /** The properties that they have; required for `properties`. */
  funnel_correlation_property_values: v.nullish(FiltersField),
  /** Those who finished, or those who did not. @default both */
  funnel_correlation_person_converted: v.nullish(v.union([v.boolean(), v.picklist(["true", "false"])])),
  /** JSON text of the elements of an autocapture event. Ours. */
  funnel_correlation_person_elements: Text,
  ...questionRange,
});
export type CorrelationPoint = v.InferInput<typeof CorrelationPoint>;

/** An edge of paths, or where they ended; none = all who have a path. Source: reference/insights.md 13.4. */
export const PathPoint = v.object({
  /** A numbered item as answers write it: `1_/pricing`. */
  path_start_key: Text,
  path_end_key: Text,
  path_dropoff_key: Text,
});
export type PathPoint = v.InferInput<typeof PathPoint>;

/** The fields that name a number of each insight's answer. */
export const pointFields = {
  trend: TrendPoint,
  lifecycle: LifecyclePoint,
  stickiness: StickinessPoint,
  retention: RetentionPoint,
  funnel: FunnelPoint,
  correlation: CorrelationPoint,
  path: PathPoint,
};
