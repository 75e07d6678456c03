import type { FunnelsResults, FunnelsStep, FunnelsTrend } from "./answer.ts";
import type { TimesToConvert } from "./time-to-convert.ts";

export interface FunnelParts<View, Breakdown> {
  funnelsFilter?: { funnelVizType?: View | undefined } | null | undefined;
  breakdownFilter?: Breakdown;
}

/** The type of a funnel's results, by view and breakdown; of all views where the compiler knows neither. */
export type NarrowedResults<View, Breakdown> = View extends "trends"
  ? FunnelsTrend[]
  : View extends "time_to_convert"
    ? TimesToConvert
    : Steps<Breakdown>;

type Steps<Breakdown> = Breakdown extends undefined | null
  ? FunnelsStep[]
  : Breakdown extends { breakdown: NonNullable<unknown> } | { breakdowns: readonly [unknown, ...unknown[]] }
    ? FunnelsStep[][]
    : Extract<FunnelsResults, FunnelsStep[] | FunnelsStep[][]>;
