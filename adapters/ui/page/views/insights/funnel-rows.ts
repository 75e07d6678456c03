import type { FunnelStepResult, FunnelStepsResult } from "../../../../../lib/index.ts";
import type { QuestionDraft } from "./question.ts";
import { describeBreakdown } from "./series.ts";

/** One step of one line of a funnel. */
export interface FunnelRow {
  step: FunnelStepResult;
  /** The value of the breakdown; null = none. */
  line: string | null;
  /** Number of persons at the first step, and at the step before. */
  entered: number;
  before: number;
  /** Number of persons at the step before that came no further; 0 for the first step. */
  dropped: number;
  /** All values of the breakdown together. */
  isBaseline?: boolean;
}

/** The rows of a funnel, step by step, each with all lines of the breakdown. */
export function funnelRows(result: FunnelStepsResult): FunnelRow[][] {
  const lines = result.map((member) => [member].flat());
  const isBroken = Array.isArray(result[0]);
  const all = isBroken ? lines : [result as FunnelStepResult[]];
  const rows = all.map((steps) => toRows(steps, isBroken));
  return (rows[0] ?? []).map((_, order) => rows.flatMap((steps) => steps[order] ?? []));
}

function toRows(steps: readonly FunnelStepResult[], isBroken: boolean): FunnelRow[] {
  const entered = steps[0]?.count ?? 0;
  return steps.map((step, order) => {
    const before = steps[order - 1]?.count ?? step.count;
    const value = describeBreakdown(step.breakdown ?? step.breakdown_value);
    return { step, line: isBroken ? value : null, entered, before, dropped: before - step.count };
  });
}

/** A step over all values of a breakdown; its persons have no link. Persons in several cohorts count in each. */
export function toBaseline(rows: readonly FunnelRow[]): FunnelRow | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const sum = (value: (row: FunnelRow) => number) => rows.reduce((total, row) => total + value(row), 0);
  return {
    step: { ...first.step, count: sum(({ step }) => step.count) },
    line: "All",
    isBaseline: true,
    entered: sum(({ entered }) => entered),
    before: sum(({ before }) => before),
    dropped: sum(({ dropped }) => dropped),
  };
}

/** The name of a step: in a funnel without an order, a step is not a certain event. */
export function stepName(
  { funnel_order_type: type }: QuestionDraft,
  { name, custom_name: custom, order }: FunnelStepResult,
) {
  if (type === "unordered") return order === 0 ? "Any one of the steps" : `Any ${order + 1} of the steps`;
  return custom ?? name;
}
