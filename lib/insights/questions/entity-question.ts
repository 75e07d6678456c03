import type { DateFields, FilterFields, IntervalFields } from "./common-fields.ts";
import type { Maybe } from "./maybe.ts";
import type { SeriesFields } from "./trend-question.ts";

/** A lifecycle's question, which is about the first of `actions` and `events`. Source: reference/insights.md 8. */
export interface LifecycleQuestion extends SeriesFields, DateFields, IntervalFields, FilterFields {
  insight?: Maybe<"LIFECYCLE">;
  /** A name that the wire has for the same. */
  shown_as?: Maybe<"Lifecycle">;
}

/** A stickiness' question: in how many intervals persons (with math `unique_group` groups) did it. Source: reference/insights.md 9. */
export interface StickinessQuestion extends SeriesFields, DateFields, IntervalFields, FilterFields {
  insight?: Maybe<"STICKINESS">;
  /** A name that the wire has for the same. */
  shown_as?: Maybe<"Stickiness">;
  /** Each line also for the time before, of equal length; 400 for all time. @default false */
  compare?: Maybe<boolean>;
}
