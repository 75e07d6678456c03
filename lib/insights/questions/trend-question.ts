import type { Display } from "../trend-query.ts";
import type { BreakdownFields, BreakdownLimitFields } from "./breakdown-input.ts";
import type { DateFields, FilterFields, IntervalFields } from "./common-fields.ts";
import type { ActionEntityInput, EventEntityInput } from "./entity-input.ts";
import type { Maybe } from "./maybe.ts";

/** What is counted: without any of both the answer is empty. */
export interface SeriesFields {
  /** Events, by name. @default [] */
  events?: Maybe<readonly EventEntityInput[]>;
  /** Actions, by id. @default [] */
  actions?: Maybe<readonly ActionEntityInput[]>;
}

/**
 * A trend's question: how often something happened, over time. Fields that may be absent may be null. Source:
 * reference/insights.md 3.1 and 7.
 */
export interface TrendQuestion
  extends SeriesFields, DateFields, IntervalFields, BreakdownFields, BreakdownLimitFields, FilterFields {
  insight?: Maybe<"TRENDS">;
  /** A name that the wire has for the same. */
  shown_as?: Maybe<"Volume">;
  /** How it is shown: by points in time, added up (`…Cumulative`), or as one value of the whole range. @default "ActionsLineGraph" */
  display?: Maybe<Display>;
  /** Each line also for the time before, of equal length; 400 for all time. @default false */
  compare?: Maybe<boolean>;
  /** One line instead of all: `A / B * 100`, where A is the first of `events` and `actions`. 400 if it cannot be read. */
  formula?: Maybe<string>;
  /** Points become the mean of so many, itself and those before: 1 to 1000. @default 1 */
  smoothing_intervals?: Maybe<number>;
  /** Puts values that are numbers into so many bins of equal frequency, 1 to 1000. */
  breakdown_histogram_bin_count?: Maybe<number>;
  /** Values of the breakdown to pass over, for the next page of them. @default 0 */
  offset?: Maybe<number>;
}
