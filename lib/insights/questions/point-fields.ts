import type { PropertyFilters } from "../../filters/index.ts";
import type { LifecycleStatus } from "../actors/actors-plan.ts";
import type { GroupValue } from "../engine.ts";
import type { Math } from "../math.ts";
import type { EntityInput } from "./entity-input.ts";
import type { Maybe } from "./maybe.ts";

// The fields that name one number of an answer. The links in answers have them all.

/** A stretch of time as links carry it: epoch ms from and until. */
type ExactRange = readonly [fromMs: number, untilMs: number];

/** Which entity of a question; by its place, else by id and type. 400 when none is named. Source: reference/insights.md 13.1. */
export interface EntityPoint {
  /** Place among the question's `events` and `actions`, from 0. */
  entity_order?: Maybe<number | string>;
  /** Name of the event or id of the action; with `entity_type`, none of the question's need be meant. */
  entity_id?: Maybe<string | number>;
  /** An older name of `entity_id`. */
  entityId?: Maybe<string | number>;
  entity_type?: Maybe<"events" | "actions">;
  /** Where two of the question differ by it alone. @default the one that counts events */
  entity_math?: Maybe<Math>;
  /** 0 to 4; with math `unique_group` and an entity that is none of the question's. */
  math_group_type_index?: Maybe<number | string>;
}

/** A point of a trend. Its stretch of time is `point_range`, else what begins at `date_from`. */
export interface TrendPoint extends EntityPoint {
  /** The line, as answers write it: a value, a list of several, the id of a cohort or "all", a bin `[10.0,30.0]`. @default any */
  breakdown_value?: Maybe<GroupValue | readonly GroupValue[]>;
  /** Values of the breakdown that the question had passed over: its `offset`, which turns pages of persons here. */
  breakdown_offset?: Maybe<number>;
  point_range?: Maybe<ExactRange | string>;
  question_range?: Maybe<ExactRange | string>;
}

/** A status of a lifecycle in a period. Source: reference/insights.md 13.5. */
export interface LifecyclePoint extends EntityPoint {
  /** Required. */
  lifecycle_type?: Maybe<LifecycleStatus>;
  /** A date in the period; required, unless `point_range` says it. */
  target_date?: Maybe<string>;
  point_range?: Maybe<ExactRange | string>;
  question_range?: Maybe<ExactRange | string>;
}

/** A number of a stickiness. Source: reference/insights.md 13.7. */
export interface StickinessPoint extends EntityPoint {
  /** Active in exactly so many intervals, from 1; required. */
  stickiness_days?: Maybe<number | string>;
  /** Another name of `stickiness_days`. */
  selected_interval?: Maybe<number | string>;
  question_range?: Maybe<ExactRange | string>;
}

/** A cell of a retention, or a row of it. Source: reference/insights.md 13.6. */
export interface RetentionPoint {
  /** The row: its place from 0, or of a breakdown its values (required then). @default [0]; of a table `[selected_interval]` */
  breakdown_values?: Maybe<readonly GroupValue[] | string>;
  /** The cell, from 0. @default 0 */
  selected_interval?: Maybe<number | string>;
  /** `ActionsTable` = the whole row, with when each came back. */
  display?: Maybe<"ActionsTable" | "RetentionTable">;
}

/** A number of a funnel: 400 when no step is named, or of a funnel over time no period. Source: reference/insights.md 13.2. */
export interface FunnelPoint {
  /** s > 0: those who took step s (from 1); s < 0: those who took the one before |s| and no more. 0 = nobody. */
  funnel_step?: Maybe<number>;
  /** Those whose furthest step is one of these; before `funnel_step`. */
  funnel_custom_steps?: Maybe<readonly number[]>;
  /** The line of the breakdown, as answers write it. @default any */
  funnel_step_breakdown?: Maybe<GroupValue | readonly GroupValue[]>;
  /** Does the line "Other" mean the rest (rather than a value of this name)? @default true */
  funnel_step_other?: Maybe<boolean>;
  /** Over time: the start of the period. */
  entrance_period_start?: Maybe<string>;
  /** Over time: those who did not get on, or those who did. */
  drop_off?: Maybe<boolean>;
  point_range?: Maybe<ExactRange | string>;
  question_range?: Maybe<ExactRange | string>;
}

/** A number of a correlation. Source: reference/insights.md 13.3. */
export interface CorrelationPoint {
  /** The event that they did; required, but for `properties`. */
  funnel_correlation_person_entity?: Maybe<EntityInput>;
  /** The properties that they have; required for `properties`. */
  funnel_correlation_property_values?: Maybe<PropertyFilters>;
  /** Those who finished, or those who did not. @default both */
  funnel_correlation_person_converted?: Maybe<boolean | "true" | "false">;
  /** JSON text of the elements of an autocapture event. Ours. */
  funnel_correlation_person_elements?: Maybe<string>;
  question_range?: Maybe<ExactRange | string>;
}

/** An edge of paths, or where they ended; none = all who have a path. Source: reference/insights.md 13.4. */
export interface PathPoint {
  /** A numbered item as answers write it: `1_/pricing`. */
  path_start_key?: Maybe<string>;
  path_end_key?: Maybe<string>;
  path_dropoff_key?: Maybe<string>;
}
