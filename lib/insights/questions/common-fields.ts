import type { PropertyFilters } from "../../filters/index.ts";
import type { Maybe } from "./maybe.ts";

/** Fields of every question. */
export interface FilterFields {
  /** Which events count, in all of the question. */
  properties?: Maybe<PropertyFilters>;
  /** Leaves out events that the project's `test_account_filters` do not pass. @default false */
  filter_test_accounts?: Maybe<boolean>;
  /** Computes the answer afresh, though nothing was written since it was asked last. @default false */
  refresh?: Maybe<boolean>;
}

/** What time a question is about, on the project's clock. Source: reference/insights.md 4. */
export interface DateFields {
  /**
   * An ISO date or date-time (its digits, whatever its offset), `all`, `mStart`, `yStart`, or so long ago: `-12h`, `-14d`,
   * `-4w`, `-3m`, `-1q`, `-1y`. In all other texts the first letter counts; without any it means now. @default "-7d"
   */
  date_from?: Maybe<string>;
  /** The same; a date means its whole day. @default now */
  date_to?: Maybe<string>;
}

/** How time is cut. */
export interface IntervalFields {
  /** @default "day" */
  interval?: Maybe<"hour" | "day" | "week" | "month">;
}
