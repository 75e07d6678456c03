/**
 * Funnels: of the actors who did the first step, how many did the next steps in time. The same plan is shown as steps, over
 * time, or as the times that it took; `trace/` explains what one actor did. Source: reference/insights.md 11.
 */
import type { Asking } from "../../base/call-options.ts";
import type { InsightKind } from "../shared/insight-kind.ts";
import { funnelNode } from "./node.ts";
import type { FunnelNodeTypes } from "./node.ts";
import { FunnelQuestion } from "./question.ts";
import type { BrokenFunnelQuestion, PlainFunnelQuestion } from "./question.ts";
import type { FunnelStepResult } from "./funnel-steps.ts";
import type { FunnelTrendResult } from "./funnel-trends.ts";
import { funnel } from "./answer.ts";
import type { FunnelResult } from "./answer.ts";
import { funnelPeople } from "./people.ts";
import type { FunnelPeopleMethods } from "./people.ts";
import { FunnelResponse } from "./response.ts";
import type { TimeToConvertResult } from "./time-to-convert.ts";

export type { FunnelExplanation } from "./explain-funnel.ts";
export { funnel } from "./answer.ts";
export type { FunnelResult } from "./answer.ts";
export { funnelActors, funnelPeople } from "./people.ts";
export type {
  FunnelAnswer,
  FunnelLine,
  FunnelPeriodsAnswer,
  FunnelPeriodsLine,
  FunnelTimesAnswer,
  FunnelReason,
  FunnelTrace,
  FunnelTraceEvent,
  FunnelTraceStep,
} from "./funnel-answer.ts";
export type { FunnelExclusionInput } from "./funnel-exclusion.ts";
export type {
  FunnelAttribution,
  FunnelBreakdown,
  FunnelExclusion,
  FunnelOrder,
  FunnelPeriodsPlan,
  FunnelPlan,
  FunnelStep,
  FunnelTimesPlan,
  FunnelWindow,
} from "./plan.ts";
export type { BrokenFunnelQuestion, FunnelQuestion, FunnelView, PlainFunnelQuestion } from "./question.ts";
export type { FunnelStepResult, FunnelStepsResult } from "./funnel-steps.ts";
export type { FunnelTrendResult } from "./funnel-trends.ts";
export type { FunnelPeopleQuestion, FunnelPoint } from "./people.ts";
export type { TimeToConvertResult } from "./time-to-convert.ts";

export interface FunnelMethods {
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
}

export interface FunnelTypes extends FunnelNodeTypes {
  insight: "FUNNELS";
  methods: FunnelMethods;
  people: FunnelPeopleMethods;
}

export const funnelKind: InsightKind<FunnelTypes> = {
  insight: "FUNNELS",
  method: "funnel",
  path: "funnel",
  summary:
    "Counts the persons who did one step after another; by `funnel_viz_type` also over time, or by the time it took.",
  fields: FunnelQuestion,
  example: { events: [{ id: "signed up" }, { id: "paid", order: 1 }], funnel_window_days: 7, date_from: "-30d" },
  response: FunnelResponse,
  ask: funnel,
  people: funnelPeople,
  node: funnelNode,
};
