import type { FunnelQuestion } from "./funnel-question.ts";
import type { Maybe } from "./maybe.ts";

/** The fields of a funnel that belong to views of it, or to one person in it: a correlation has neither. */
type OfViews =
  | "insight"
  | "breakdown"
  | "breakdowns"
  | "breakdown_type"
  | "breakdown_group_type_index"
  | "breakdown_limit"
  | "breakdown_other"
  | "breakdown_hide_other_aggregation"
  | "breakdown_attribution_type"
  | "breakdown_attribution_value"
  | "explain"
  | "person_id"
  | "distinct_id"
  | "group_key";

/**
 * A correlation's question: a funnel, and where to look for what goes with finishing it. Source: reference/insights.md 12.
 */
export interface CorrelationQuestion extends Omit<FunnelQuestion, OfViews> {
  insight?: Maybe<"FUNNELS">;
  /** Events they did, properties they have, or properties of events they did. @default "events" */
  funnel_correlation_type?: Maybe<"events" | "properties" | "event_with_properties">;
  /** For `properties`: names of properties of persons (of groups, in a funnel of them); `$all` = every one. 400 without. */
  funnel_correlation_names?: Maybe<readonly string[]>;
  /** For `properties`: names to leave out. @default [] */
  funnel_correlation_exclude_names?: Maybe<readonly string[]>;
  /** For `event_with_properties`: names of events. 400 without. */
  funnel_correlation_event_names?: Maybe<readonly string[]>;
  /** For `events`: names to leave out. @default [] */
  funnel_correlation_exclude_event_names?: Maybe<readonly string[]>;
  /** For `event_with_properties`: names of properties to leave out. @default [] */
  funnel_correlation_event_exclude_property_names?: Maybe<readonly string[]>;
  /** The step, counted from 1, that all of them took at least. @default 1 */
  funnel_step?: Maybe<number>;
  /** Exactly these steps were the furthest of those who are looked at, counted from 1; before `funnel_step`. */
  funnel_custom_steps?: Maybe<readonly number[]>;
}
