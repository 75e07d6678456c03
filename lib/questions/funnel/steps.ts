import * as v from "valibot";
import { Count } from "../../base/answer-scalars.ts";
import type { LineKey } from "../../port/lines.ts";
import type { DateRange } from "../../port/range.ts";
import { answeredAs } from "../shared/answer-response.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { ask } from "../shared/ask.ts";
import type { Resolved } from "../shared/selection.ts";
import type { FunnelLine } from "./funnel-answer.ts";
import { sortLines } from "./funnel-line-label.ts";
import type { FunnelQuery } from "./node.ts";
import { toStepPath } from "./optional-steps.ts";
import { toFunnelPlan } from "./to-funnel-plan.ts";

/** A step in both dialects. */
export const stepEntries = {
  /** Name of the event (null = any), or id of the action. */
  action_id: v.nullable(v.union([v.string(), v.number()])),
  name: v.string(),
  custom_name: v.nullable(v.string()),
  /** 0 to n − 1. */
  order: Count,
  /** Always empty. */
  people: answeredAs<never[]>(v.array(v.unknown())),
  /** How many got at least this far. */
  count: Count,
  type: answeredAs<"events" | "actions">(v.string()),
  /** Seconds from the step before; null = it is the first, or nobody converted. */
  average_conversion_time: v.nullable(v.number()),
  median_conversion_time: v.nullable(v.number()),
};
type StepCount = v.InferOutput<v.ObjectSchema<typeof stepEntries, undefined>>;

export interface StepsLine {
  key: LineKey;
  steps: StepCount[];
}

/** Empty = there are no steps. Source: reference/insights.md 11.7. */
export async function countSteps(ctx: Asks, asked: Asked, query: FunnelQuery, range: DateRange): Promise<StepsLine[]> {
  const path = toStepPath(query);
  const planned = toFunnelPlan(ctx, asked, path.query, range);
  if (planned === null) return [];
  const { lines } = await ask(ctx, planned.plan);
  const optionalSteps = await Promise.all(
    [...query.optional].map((place) => optionalStep(ctx, asked, query, { place, range })),
  );
  return sortLines(lines, query, (line) => countFrom(line, 0)).map((line) => {
    const required = path.places.flatMap((place, index) => {
      const step = planned.steps[index];
      return step === undefined ? [] : [{ ...toStep(step, line, index), order: place }];
    });
    const steps = [...required, ...optionalSteps.map((stepOf) => stepOf(line.key))];
    return { key: line.key, steps: steps.toSorted((a, b) => a.order - b.order) };
  });
}

/** How many of each line took an optional step after the required steps before it. */
async function optionalStep(
  ctx: Asks,
  asked: Asked,
  query: FunnelQuery,
  { place, range }: { place: number; range: DateRange },
): Promise<(key: LineKey) => StepCount> {
  const { query: own, places } = toStepPath(query, { keep: [place], until: place });
  const planned = toFunnelPlan(ctx, asked, own, range);
  const index = places.length - 1;
  const step = planned?.steps[index];
  if (planned === null || step === undefined) throw new TypeError("A step of a funnel with steps is missing.");
  const { lines } = await ask(ctx, planned.plan);
  const lineOf = new Map(lines.map((line) => [JSON.stringify(line.key), line]));
  const none = { furthest: [], averageSeconds: [], medianSeconds: [] };
  return (key) => ({ ...toStep(step, lineOf.get(JSON.stringify(key)) ?? { key, ...none }, index), order: place });
}

function toStep({ entity }: Resolved, line: FunnelLine, index: number): StepCount {
  return {
    action_id: entity.id,
    name: entity.name,
    custom_name: entity.custom_name,
    order: index,
    people: [],
    count: countFrom(line, index),
    type: entity.type,
    average_conversion_time: line.averageSeconds[index] ?? null,
    median_conversion_time: line.medianSeconds[index] ?? null,
  };
}

/** How many actors got at least to a step. */
function countFrom({ furthest }: FunnelLine, step: number): number {
  return furthest.slice(step).reduce((sum, count) => sum + count, 0);
}
