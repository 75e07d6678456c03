import type { DateFields, FilterFields } from "./common-fields.ts";
import type { FunnelQuestion } from "./funnel-question.ts";
import type { Maybe } from "./maybe.ts";

/** What is put in the place of a part of an item. */
export interface PathCleaning {
  /** RE2. */
  regex: string;
  /** `\1` is the pattern's first group. @default "" */
  alias?: Maybe<string>;
}

/** Which events are items of paths: URLs, screens, events whose names do not begin with `$`. */
export type PathEventType = "$pageview" | "$screen" | "custom_event";

/**
 * A question for paths. Without `include_event_types` and `include_custom_events` every event takes part. Source:
 * reference/insights.md 12b.1.
 */
export interface PathsQuestion extends DateFields, FilterFields {
  insight?: Maybe<"PATHS">;
  /** @default [] */
  include_event_types?: Maybe<readonly PathEventType[]>;
  /** Names of events that take part too; 400 beside `custom_event`, which includes them all. @default [] */
  include_custom_events?: Maybe<readonly string[]>;
  /** Items (URLs, screens, names of events; as they are after cleaning and grouping) that do not take part. @default [] */
  exclude_events?: Maybe<readonly string[]>;
  /** The older way to say `include_event_types`: one of them. */
  path_type?: Maybe<PathEventType>;
  /** Paths begin at this item. */
  start_point?: Maybe<string>;
  /** Paths end at this item. */
  end_point?: Maybe<string>;
  /** Items of a path: 1 to 1000. @default 5 */
  step_limit?: Maybe<number>;
  /** Edges, the most frequent: 1 to 1,000,000. @default 50; between two points all */
  edge_limit?: Maybe<number>;
  /** Leaves out edges that were taken less often. */
  min_edge_weight?: Maybe<number>;
  /** Leaves out edges that were taken more often; 400 when less than `min_edge_weight`. */
  max_edge_weight?: Maybe<number>;
  /** Items that match one of these, such as `/user/*`, count as the same; of several the last one wins. @default [] */
  path_groupings?: Maybe<readonly string[]>;
  /** Cleans items by the project's `path_cleaning_filters`. @default false */
  path_replacements?: Maybe<boolean>;
  /** Cleans items by these too. @default [] */
  local_path_cleaning_filters?: Maybe<readonly PathCleaning[]>;
  /** With `funnel_filter`: what persons did after, before or up to a step of that funnel. */
  funnel_paths?: Maybe<"funnel_path_after_step" | "funnel_path_before_step" | "funnel_path_between_steps">;
  /** The funnel, and the step of it: from 1, or from −2 downwards for those who dropped off before it. */
  funnel_filter?: Maybe<FunnelQuestion & { funnel_step?: Maybe<number> }>;
  /** Beside `funnel_filter`'s own: paths before a step reach on for as long as the funnel's window. −255 to 255. */
  funnel_step?: Maybe<number>;
}
