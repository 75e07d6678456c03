import type { FunnelOrder } from "../funnel/funnel-plan.ts";
import type { WindowUnit } from "../funnel/funnel-window.ts";
import type { BreakdownFields, BreakdownInput, BreakdownLimitFields, BreakdownType } from "./breakdown-input.ts";
import type { DateFields, FilterFields, IntervalFields } from "./common-fields.ts";
import type { EntityInput } from "./entity-input.ts";
import type { Maybe } from "./maybe.ts";
import type { SeriesFields } from "./trend-question.ts";

/** What may not happen between two steps, which are counted from 0; 400 when it is one of these steps itself. */
export type FunnelExclusionInput = EntityInput & {
  /** 0 to n − 2. */
  funnel_from_step: number;
  /** Up to n − 1. In an unordered funnel exclusions reach from 0 to the last step. */
  funnel_to_step: number;
};

/** Funnels are not broken down by sessions. */
type FunnelBreakdownType = Exclude<BreakdownType, "session">;

/** What a funnel is shown as: how many took each step, that over time, or how long they took. */
export type FunnelView = "steps" | "trends" | "time_to_convert";

/**
 * A funnel's question, whose steps are the members of `events` and `actions` by their `order`, 255 at most. Source:
 * reference/insights.md 3.1 and 11.
 */
export interface FunnelQuestion
  extends
    SeriesFields,
    DateFields,
    IntervalFields,
    BreakdownFields<FunnelBreakdownType>,
    BreakdownLimitFields,
    FilterFields {
  insight?: Maybe<"FUNNELS">;
  /** @default "steps" */
  funnel_viz_type?: Maybe<FunnelView>;
  /** Steps in their order, whatever else happens; with nothing in between; or in any order. @default "ordered" */
  funnel_order_type?: Maybe<FunnelOrder>;
  /** How long persons may take from the first step to the last, in days: 1 to 100,000. Counts before `funnel_window_interval`. */
  funnel_window_days?: Maybe<number>;
  /** How long they may take, in units of `funnel_window_interval_unit`: 1 to 100,000. @default 14 */
  funnel_window_interval?: Maybe<number>;
  /** @default "day" */
  funnel_window_interval_unit?: Maybe<WindowUnit>;
  /** Over time and for times: from this step, counted from 0. 400 when it is not there. @default 0 */
  funnel_from_step?: Maybe<number>;
  /** Over time and for times: to this step. @default the last */
  funnel_to_step?: Maybe<number>;
  /** Of times to convert: bins, 1 to 90. @default "auto" */
  bin_count?: Maybe<number | "auto">;
  /** @default [] */
  exclusions?: Maybe<readonly FunnelExclusionInput[]>;
  /** Counts groups of this type instead of persons: 0 to 4. */
  aggregation_group_type_index?: Maybe<number>;
  /** Which event of a person decides its value of the breakdown. @default "first_touch" */
  breakdown_attribution_type?: Maybe<"first_touch" | "last_touch" | "step" | "all_events">;
  /** With `step`: of which step, counted from 0. @default 0 */
  breakdown_attribution_value?: Maybe<number>;
  /** Adds what one person did, who is named by one of the next three; 400 when none is, 404 when there is none. @default false */
  explain?: Maybe<boolean>;
  /** Integer id or UUID. */
  person_id?: Maybe<number | string>;
  distinct_id?: Maybe<number | string>;
  /** Of a funnel of groups. */
  group_key?: Maybe<number | string>;
}

/** A funnel whose answer is a list of steps. (Which of the views a question asks for is told by its own type.) */
export type PlainFunnelQuestion = FunnelQuestion & {
  funnel_viz_type?: Maybe<"steps">;
  breakdown?: null | undefined;
  breakdowns?: null | undefined;
};

/** A funnel whose answer is a list of steps for each line of its breakdown. */
export type BrokenFunnelQuestion = FunnelQuestion & { funnel_viz_type?: Maybe<"steps"> } & (
    | { breakdown: string | number | readonly [string | number, ...(string | number)[]] }
    | {
        breakdowns: readonly [BreakdownInput<FunnelBreakdownType>, ...BreakdownInput<FunnelBreakdownType>[]];
      }
  );
