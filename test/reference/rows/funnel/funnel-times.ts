import type { FunnelTimesAnswer } from "../../../../lib/questions/funnel/funnel-answer.ts";
import type { FunnelTimesPlan } from "../../../../lib/questions/funnel/plan.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { readOutcomes } from "./read-outcomes.ts";
import { meanOf, medianOf } from "./statistics.ts";
import { stepSeconds } from "./step-seconds.ts";

/** Answers how many actors took how long from one step to another. Source: reference/insights.md 11.10. */
export function funnelTimes(db: Db, { funnel, fromStep, toStep, bins }: FunnelTimesPlan): FunnelTimesAnswer {
  const steps = Array.from({ length: toStep - fromStep }, (_, index) => fromStep + 1 + index);
  const seconds: number[] = [];
  for (const { attempts } of readOutcomes(db, funnel)) {
    const own = steps.map((step) => stepSeconds(funnel.window, attempts, step));
    if (own.every((each) => each.length > 0)) seconds.push(own.reduce((sum, each) => sum + meanOf(each), 0));
  }
  return toBins(seconds, bins);
}

function toBins(seconds: number[], wanted: number | null): FunnelTimesAnswer {
  const sorted = seconds.toSorted((a, b) => a - b);
  const [least] = sorted;
  const most = sorted.at(-1);
  if (least === undefined || most === undefined) {
    return { averageSeconds: null, medianSeconds: null, startSeconds: 0, widthSeconds: 60, counts: [] };
  }
  const bins = wanted ?? Math.min(60, Math.ceil(Math.cbrt(seconds.length)));
  const startSeconds = Math.floor(least);
  const spanSeconds = Math.ceil(most) - startSeconds;
  const widthSeconds = spanSeconds === 0 ? 60 : Math.ceil(spanSeconds / bins);
  const counts = Array.from({ length: bins + 1 }, (_, bin) => {
    const fromSeconds = startSeconds + bin * widthSeconds;
    return seconds.filter((each) => each >= fromSeconds && each < fromSeconds + widthSeconds).length;
  });
  return { averageSeconds: meanOf(seconds), medianSeconds: medianOf(seconds), startSeconds, widthSeconds, counts };
}
