import { ask } from "../shared/ask.ts";
import type { DateRange } from "../../port/range.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import type { Resolved } from "../shared/selection.ts";
import { cohortNames } from "../trend/trend-lines.ts";
import type { FunnelLine } from "./funnel-answer.ts";
import { sortLines, toFunnelLabel } from "./funnel-line-label.ts";
import type { FunnelLineLabel } from "./funnel-line-label.ts";
import { funnelLinks } from "./funnel-links.ts";
import type { FunnelQuery } from "./question.ts";
import type { PlannedFunnel } from "./to-funnel-plan.ts";

/** One step of a funnel's answer, as it goes over the wire; of a breakdown with the line that it is of. */
export interface FunnelStepResult extends Partial<FunnelLineLabel> {
  /** Name of the event (null = any), or id of the action. */
  action_id: string | number | null;
  name: string;
  custom_name: string | null;
  /** 0 to n − 1. */
  order: number;
  /** Always empty; the URLs lead to them. */
  people: never[];
  /** How many got at least this far. */
  count: number;
  type: "events" | "actions";
  /** Seconds from the step before; null = it is the first, or nobody converted. */
  average_conversion_time: number | null;
  median_conversion_time: number | null;
  converted_people_url: string;
  /** To those who got to the step before and no further; null = there is none before. */
  dropped_people_url: string | null;
}

/** Steps, or for a breakdown a list of them for each line; empty = there are no steps, or no line. */
export type FunnelStepsResult = FunnelStepResult[] | FunnelStepResult[][];

/** How far actors got, and how long it took them. Source: reference/insights.md 11.7. */
export async function funnelSteps(
  ctx: Asks,
  asked: Asked,
  query: FunnelQuery,
  { range, plan, steps }: PlannedFunnel & { range: DateRange },
): Promise<FunnelStepsResult> {
  const { lines } = await ask(ctx, plan);
  const cohortName = cohortNames(ctx, asked.project.id);
  const linkOf = funnelLinks(asked, query, range);
  const results = sortLines(lines, query, (line) => countFrom(line, 0)).map((line) => {
    const label = toFunnelLabel(line.key, query, cohortName);
    return steps.map((step, index) => ({ ...toStep(step, line, index), ...toUrls(line, index, linkOf), ...label }));
  });
  return query.breakdown === null ? (results[0] ?? []) : results;
}

/** How many actors got at least to a step. */
export function countFrom({ furthest }: FunnelLine, step: number): number {
  return furthest.slice(step).reduce((sum, count) => sum + count, 0);
}

/** The fields of a step that say how many got there, and how fast. */
export function toStep({ entity }: Resolved, line: FunnelLine, index: number) {
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

function toUrls({ key }: FunnelLine, index: number, linkOf: ReturnType<typeof funnelLinks>) {
  return {
    converted_people_url: linkOf({ funnel_step: index + 1 }, key),
    dropped_people_url: index === 0 ? null : linkOf({ funnel_step: -index - 1 }, key),
  };
}
