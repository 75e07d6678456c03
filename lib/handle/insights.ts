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

/** The options of every question besides its fields. */
type Asking = InProject & Stoppable;

/**
 * Questions: the parameters of HTTP, with real lists and objects. Each throws HogletError 400 naming a field that
 * cannot be read, or that looks like a typo of another; 404 for an unknown project; 499 when the `signal` aborts.
 */
export interface InsightsHandle {
  /**
   * Counts over time: a line for each member of `events` and `actions`, or for each value of a breakdown.
   * @example
   * const { result } = await hoglet.insights.trend({ events: [{ id: "signed up", math: "dau" }], date_from: "-30d" });
   */
  trend(query: TrendQuestion & Asking): Promise<TrendResult>;
  /**
   * Counts, of the persons who did `target_entity` in each period, those who did `returning_entity` later.
   * @example
   * await hoglet.insights.retention({ target_entity: { id: "signed up" }, returning_entity: { id: "opened" }, period: "Week" });
   */
  retention(query?: RetentionQuestion & Asking): Promise<RetentionResult>;
  /**
   * Counts, of the persons who did the first step, those who did the next steps in time. With `funnel_viz_type:
   * "trends"` counts over time; with "time_to_convert" the time it took ([] = no steps); with a breakdown a list of
   * steps for each line.
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
   * Events or properties that persons who finished a funnel have in common, or persons who did not.
   * @example
   * const { result } = await hoglet.insights.correlation({ events: [{ id: "signed up" }, { id: "paid" }] });
   * result.events.map(({ event, odds_ratio }) => [event.event, odds_ratio]);
   */
  correlation(query: CorrelationQuestion & Asking): Promise<CorrelationResult>;
  /**
   * Sequences of persons' events, session by session: the most frequent steps from one item to the next.
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
   * Persons by the number of days (or other intervals) of the range in which they did an event.
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
    // The question decides which view the answer has, which the compiler cannot see.
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
