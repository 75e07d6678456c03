import type { TrendPlan } from "./plan.ts";

/** What an engine found for a trend. */
export interface TrendAnswer {
  /** One list per series of the plan, in its order; in it one number per bucket. */
  series: number[][];
}

/**
 * The port behind which questions are answered. An engine runs plans (plain data) over the events of one project and
 * knows nothing of dates, wire shapes or labels; every acknowledged write is seen. All calls are asynchronous, because an
 * engine may live in another thread or on another machine. It grows by one method per kind of question.
 */
export interface Engine {
  /** Timestamp (epoch ms) of the project's earliest event after `afterMs`; null = there is none. */
  earliestEvent(projectId: number, afterMs: number): Promise<number | null>;
  trend(plan: TrendPlan): Promise<TrendAnswer>;
}
