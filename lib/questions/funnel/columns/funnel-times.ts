import type { FunnelTimesAnswer } from "../funnel-answer.ts";
import type { FunnelTimesPlan } from "../plan.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { entityIdsOfKind } from "../../../engines/columns/entities/counted-entities.ts";
import { binSeconds } from "./bin-seconds.ts";
import { openFunnel } from "./each-outcome.ts";
import type { SeeOutcome } from "./each-outcome.ts";
import { toEnd } from "./funnel-rules.ts";
import { NumberList } from "./number-list.ts";
import { StepSeconds } from "./step-seconds.ts";

/** Answers how many actors took how long from one step to another. Source: reference/insights.md 11.10. */
export function runFunnelTimes(
  execution: Execution,
  { funnel, fromStep, toStep, bins }: FunnelTimesPlan,
): FunnelTimesAnswer {
  const { each } = openFunnel(execution, funnel, entityIdsOfKind(funnel.actors, execution), { onlyBest: true });
  const all = new NumberList(execution.arena);
  each(seeTimes({ funnel, fromStep, toStep }, all));
  // Each thread has actors of its own; the first thread counts them all.
  const { actorWorkers: workers } = execution;
  return binSeconds(workers.collect(workers.size > 1 ? all.toShared(workers) : all.toArray()), bins);
}

/** Makes a function that adds the seconds of each actor to a list. */
export function seeTimes(
  { funnel, fromStep, toStep }: Pick<FunnelTimesPlan, "funnel" | "fromStep" | "toStep">,
  all: NumberList,
): SeeOutcome {
  const seconds = new StepSeconds(toEnd(funnel.window));
  return (_, __, attempts) => {
    let sum = 0;
    seconds.open(attempts);
    for (let step = fromStep + 1; step <= toStep; step++) {
      seconds.read(step);
      if (seconds.count === 0) return;
      sum += seconds.sum / seconds.count;
    }
    all.add(sum);
  };
}
