import * as v from "valibot";
import { CorrelationQuestion } from "./correlation/correlation-query.ts";
import { LifecycleQuestion, StickinessQuestion } from "./shared/entity-query.ts";
import { unreadEntries } from "./shared/fields.ts";
import { FunnelQuestion } from "./funnel/funnel-query.ts";
import { PathsQuestion } from "./paths/path-query.ts";
import { RetentionQuestion } from "./retention/retention-query.ts";
import { TrendQuestion } from "./trend/trend-query.ts";

const all = {
  trend: TrendQuestion,
  lifecycle: LifecycleQuestion,
  stickiness: StickinessQuestion,
  retention: RetentionQuestion,
  funnel: FunnelQuestion,
  correlation: CorrelationQuestion,
};

/** Names of the fields that any question has. They have no effect in a question of another kind. */
export const anyQuestionFields: readonly string[] = [
  ...new Set([...Object.values(all), PathsQuestion].flatMap(({ entries }) => Object.keys(entries))),
];

/** The question of each insight, by the method of the handle. */
export const questionFields = {
  ...all,
  paths: v.object({
    ...PathsQuestion.entries,
    // The funnel of paths is read by the funnel itself; its fields are known here, so that a slip of one is refused.
    funnel_filter: v.optional(
      v.object({ ...unreadEntries(...anyQuestionFields), ...FunnelQuestion.entries, ...unreadEntries("funnel_step") }),
    ),
  }),
};
