import type { FunnelAnswer, FunnelLine } from "../../../../lib/questions/funnel/funnel-answer.ts";
import type { FunnelPlan } from "../../../../lib/questions/funnel/plan.ts";
import type { LineKey } from "../../../../lib/port/lines.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { bestOf } from "./attempts.ts";
import { readOutcomes } from "./read-outcomes.ts";
import type { Outcome } from "./read-outcomes.ts";
import { meanOf, medianOf } from "./statistics.ts";
import { stepSeconds } from "./step-seconds.ts";

/** Answers a funnel: how far each actor got in each line, and how long it took. Source: reference/insights.md 11. */
export function funnel(db: Db, plan: FunnelPlan): FunnelAnswer {
  const lines = new Map<string, { key: LineKey; outcomes: Outcome[] }>();
  const whole: LineKey = { type: "whole" };
  if (plan.breakdown === null) lines.set(JSON.stringify(whole), { key: whole, outcomes: [] });
  for (const outcome of readOutcomes(db, plan)) {
    const name = JSON.stringify(outcome.key);
    const line = lines.get(name) ?? { key: outcome.key, outcomes: [] };
    lines.set(name, line);
    line.outcomes.push(outcome);
  }
  return { lines: [...lines.values()].map(({ key, outcomes }) => toLine(plan, key, outcomes)) };
}

function toLine({ steps, window }: FunnelPlan, key: LineKey, outcomes: Outcome[]): FunnelLine {
  const reached = outcomes.map(({ attempts }) => bestOf(attempts)[0]?.furthest ?? 0);
  const seconds = steps.map((_, step) =>
    outcomes.map(({ attempts }) => stepSeconds(window, attempts, step)).filter((own) => own.length > 0),
  );
  return {
    key,
    furthest: steps.map((_, step) => reached.filter((furthest) => furthest === step + 1).length),
    averageSeconds: seconds.map((actors) => (actors.length === 0 ? null : meanOf(actors.map(meanOf)))),
    medianSeconds: seconds.map((actors) => (actors.length === 0 ? null : medianOf(actors.map(medianOf)))),
  };
}
