import type { RetentionPeriod } from "../retention-query.ts";
import type { BreakdownInput, BreakdownType } from "./breakdown-input.ts";
import type { FilterFields } from "./common-fields.ts";
import type { EntityInput } from "./entity-input.ts";
import type { Maybe } from "./maybe.ts";

/**
 * A retention's question. It has no `date_from`: it is about the last `total_intervals` periods up to `date_to`. Source:
 * reference/insights.md 3.1 and 10.
 */
export interface RetentionQuestion extends FilterFields {
  insight?: Maybe<"RETENTION">;
  /** @default "Day" */
  period?: Maybe<RetentionPeriod>;
  /** Rows, and cells of the first: 1 to 400. @default 11 */
  total_intervals?: Maybe<number>;
  /** Who is in a row: all who did it in its period, or those who did it for the first time. @default "retention_recurring" */
  retention_type?: Maybe<"retention_recurring" | "retention_first_time">;
  /** What they did. @default the event `$pageview` */
  target_entity?: Maybe<EntityInput>;
  /** What they came back for. @default `target_entity` */
  returning_entity?: Maybe<EntityInput>;
  /** The last period is the one that holds it; as `date_to` of a trend. @default now */
  date_to?: Maybe<string>;
  /** Counts groups of this type instead of persons: 0 to 4. */
  aggregation_group_type_index?: Maybe<number>;
  /** Rows by the values of these instead of by period. */
  breakdowns?: Maybe<readonly BreakdownInput[]>;
  /** Of those `breakdowns` that do not say. @default "event" */
  breakdown_type?: Maybe<BreakdownType>;
}
