import {
  anyQuestionFields,
  correlation,
  funnel,
  lifecycle,
  paths,
  questionFields,
  retention,
  stickiness,
  trend,
} from "../questions/index.ts";
import type {
  BrokenFunnelQuestion,
  CorrelationQuestion,
  CorrelationResult,
  FunnelQuestion,
  FunnelResult,
  FunnelStepResult,
  FunnelTrendResult,
  LifecycleQuestion,
  LifecycleResult,
  PathsQuestion,
  PathsResult,
  PlainFunnelQuestion,
  RetentionQuestion,
  RetentionResult,
  StickinessQuestion,
  StickinessResult,
  TimeToConvertResult,
  TrendQuestion,
  TrendResult,
} from "../questions/index.ts";
import { known } from "./known.ts";
import type { InProject, Scope } from "./scope.ts";
import type { Stoppable } from "./with-signals.ts";

/** What every question takes beside its fields. */
type Asking = InProject & Stoppable;

/**
 * Questions: the parameters of HTTP, with real lists and objects. Each throws HogletError 400 naming the field that cannot
 * be read, or that looks like a slip of another; 404 for a project that is not there; 499 when the `signal` aborts.
 */
export interface InsightsHandle {
  /**
   * Counts over time: one line per member of `events` and `actions`, or per value of a breakdown.
   * @example
   * const { result } = await hoglet.insights.trend({ events: [{ id: "signed up", math: "dau" }], date_from: "-30d" });
   */
  trend(query: TrendQuestion & Asking): Promise<TrendResult>;
  /**
   * Of those who did `target_entity` in each period, how many did `returning_entity` later.
   * @example
   * await hoglet.insights.retention({ target_entity: { id: "signed up" }, returning_entity: { id: "opened" }, period: "Week" });
   */
  retention(query?: RetentionQuestion & Asking): Promise<RetentionResult>;
  /**
   * Of those who did the first step, how many did the next ones in time. With `funnel_viz_type: "trends"` that over time;
   * with "time_to_convert" how long it took ([] = there are no steps); with a breakdown a list of steps for each line.
   * @example
   * const { result } = await hoglet.insights.funnel({ events: [{ id: "signed up" }, { id: "paid" }], funnel_window_days: 7 });
   * const [entered, converted] = result.map(({ count }) => count);
   */
  funnel(query: PlainFunnelQuestion & Asking): Promise<FunnelResult<FunnelStepResult[]>>;
  funnel(query: BrokenFunnelQuestion & Asking): Promise<FunnelResult<FunnelStepResult[][]>>;
  funnel(query: FunnelQuestion & Asking & { funnel_viz_type: "trends" }): Promise<FunnelResult<FunnelTrendResult[]>>;
  funnel(
    query: FunnelQuestion & Asking & { funnel_viz_type: "time_to_convert" },
  ): Promise<FunnelResult<TimeToConvertResult | []>>;
  funnel(query: FunnelQuestion & Asking): Promise<FunnelResult>;
  /**
   * What those have in common who finished a funnel, or who did not.
   * @example
   * const { result } = await hoglet.insights.correlation({ events: [{ id: "signed up" }, { id: "paid" }] });
   * result.events.map(({ event, odds_ratio }) => [event.event, odds_ratio]);
   */
  correlation(query: CorrelationQuestion & Asking): Promise<CorrelationResult>;
  /**
   * What persons did one after the other, session by session: the most frequent steps from one item to the next.
   * @example
   * await hoglet.insights.paths({ include_event_types: ["$pageview"], start_point: "/pricing", step_limit: 4 });
   */
  paths(query?: PathsQuestion & Asking): Promise<PathsResult>;
  /**
   * New, returning, resurrecting and dormant persons of the first entity, period by period.
   * @example
   * await hoglet.insights.lifecycle({ events: [{ id: "opened" }], date_from: "-8w", interval: "week" });
   */
  lifecycle(query: LifecycleQuestion & Asking): Promise<LifecycleResult>;
  /**
   * Persons by the number of days (or other intervals) of the range in which they did it.
   * @example
   * await hoglet.insights.stickiness({ events: [{ id: "opened" }], date_from: "-30d" });
   */
  stickiness(query: StickinessQuestion & Asking): Promise<StickinessResult>;
}

export function insightsHandle(scope: Scope): InsightsHandle {
  const { open, project: find } = scope;
  const askFunnel = async ({ project, ...query }: FunnelQuestion & Asking): Promise<FunnelResult> =>
    funnel(open(), find(project), known(questionFields.funnel, query, anyQuestionFields));
  return {
    trend: async ({ project, ...query }) =>
      trend(open(), find(project), known(questionFields.trend, query, anyQuestionFields)),
    retention: async ({ project, ...query } = {}) =>
      retention(open(), find(project), known(questionFields.retention, query, anyQuestionFields)),
    // The question says which of the views the answer is, as the compiler cannot see.
    funnel: askFunnel as InsightsHandle["funnel"],
    correlation: async ({ project, ...query }) =>
      correlation(open(), find(project), known(questionFields.correlation, query, anyQuestionFields)),
    paths: async ({ project, ...query } = {}) =>
      paths(open(), find(project), known(questionFields.paths, query, anyQuestionFields)),
    lifecycle: async ({ project, ...query }) =>
      lifecycle(open(), find(project), known(questionFields.lifecycle, query, anyQuestionFields)),
    stickiness: async ({ project, ...query }) =>
      stickiness(open(), find(project), known(questionFields.stickiness, query, anyQuestionFields)),
  };
}
