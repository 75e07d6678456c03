/**
 * Funnels: of the actors who did the first step, how many did the next steps in time; as steps, over time, or as times
 * to convert. `trace/` explains what one actor did. Source: reference/insights.md 11.
 */
import type { Asking } from "../../base/call-options.ts";
import type { InsightKind } from "../shared/insight-kind.ts";
import { defineNode } from "../shared/node-kind.ts";
import { upgradeBreakdown } from "../shared/upgrade-node.ts";
import { funnelsNodeActors } from "./actors.ts";
import { funnelsQuery } from "./answer.ts";
import type { FunnelsQueryTypes } from "./answer.ts";
import { FunnelsActorsNode } from "./node.ts";
import type { FunnelsActorsRead, FunnelsQueryRead } from "./node.ts";
import { funnel, FunnelResponse } from "./older/answer.ts";
import type { FunnelResult, FunnelStepResult, FunnelTrendResult, TimeToConvertResult } from "./older/answer.ts";
import { funnelsFromFilters, funnelsToFilters } from "./older/filters.ts";
import { funnelPeople } from "./older/people.ts";
import type { FunnelPeopleMethods } from "./older/people.ts";
import { FunnelQuestion } from "./older/question.ts";
import type { BrokenFunnelQuestion, PlainFunnelQuestion } from "./older/question.ts";

export type { FunnelParts, NarrowedResults } from "./narrowed-results.ts";
export type { FunnelExplanation } from "./explain-funnel.ts";
export { funnel } from "./older/answer.ts";
export type {
  FunnelResult,
  FunnelStepResult,
  FunnelStepsResult,
  FunnelTrendResult,
  TimeToConvertResult,
} from "./older/answer.ts";
export { funnelPeople, olderFunnelActors } from "./older/people.ts";
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
export type { FunnelView } from "./node.ts";
export type {
  BrokenFunnelQuestion,
  FunnelExclusionInput,
  FunnelQuestion,
  PlainFunnelQuestion,
} from "./older/question.ts";
export type { FunnelPeopleQuestion, FunnelPoint } from "./older/people.ts";

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

export interface FunnelTypes {
  insight: "FUNNELS";
  methods: FunnelMethods;
  people: FunnelPeopleMethods;
  query: FunnelsQueryTypes;
  isSource: false;
  actorsQuery: { kind: "FunnelsActorsQuery"; node: FunnelsActorsNode };
}

export const funnelKind: InsightKind<FunnelTypes> = {
  insight: "FUNNELS",
  path: "funnel",
  summary:
    "Counts the persons who did one step after another; by `funnel_viz_type` also over time, or by the time it took.",
  fields: FunnelQuestion,
  example: { events: [{ id: "signed up" }, { id: "paid", order: 1 }], funnel_window_days: 7, date_from: "-30d" },
  response: FunnelResponse,
  ask: funnel,
  people: funnelPeople,
  node: defineNode<FunnelTypes, FunnelsQueryRead, FunnelsActorsRead>({
    query: funnelsQuery,
    filters: { toNode: funnelsFromFilters, ofNode: funnelsToFilters },
    upgrade: upgradeBreakdown,
    actorsQuery: {
      kind: "FunnelsActorsQuery",
      summary: "Lists the ids of the actors of a funnel's step.",
      node: FunnelsActorsNode,
      example: {
        kind: "FunnelsActorsQuery",
        source: { kind: "FunnelsQuery", series: [{ event: "signed up" }, { event: "paid" }] },
        funnelStep: -2,
      },
      list: funnelsNodeActors,
    },
  }),
};
