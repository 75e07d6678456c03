import type { FunnelTimesAnswer } from "../../../../lib/questions/funnel/funnel-answer.ts";
import type { FunnelTimesPlan } from "../../../../lib/questions/funnel/plan.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { readOutcomes } from "./read-outcomes.ts";
import { meanOf } from "./statistics.ts";
import { stepSeconds } from "./step-seconds.ts";

/** Answers how long each actor took from one step to another. Source: reference/insights.md 11.10. */
export function funnelTimes(db: Db, { funnel, fromStep, toStep }: FunnelTimesPlan): FunnelTimesAnswer {
  const steps = Array.from({ length: toStep - fromStep }, (_, index) => fromStep + 1 + index);
  const seconds: number[] = [];
  for (const { attempts } of readOutcomes(db, funnel)) {
    const own = steps.map((step) => stepSeconds(funnel.window, attempts, step));
    if (own.every((each) => each.length > 0)) seconds.push(own.reduce((sum, each) => sum + meanOf(each), 0));
  }
  return { seconds: Float64Array.from(seconds) };
}
