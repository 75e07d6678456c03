import type { FunnelBreakdown, FunnelPlan } from "../../../../lib/questions/funnel/plan.ts";
import type { GroupValue, LineKey } from "../../../../lib/port/lines.ts";
import type { StepRow } from "./attempts.ts";

/** An event of an actor, with its values for breakdowns. */
export interface FunnelRow extends StepRow {
  /** One per source of a breakdown by values. */
  values: GroupValue[];
  /** The cohorts of a breakdown by cohorts that its person is in; null = everybody. */
  cohorts: (number | null)[];
}

/** The events of one actor in one line of a funnel. */
export interface ActorLine {
  key: LineKey;
  rows: FunnelRow[];
  /** The steps that attempts may begin with. */
  starts: number[];
}

/**
 * Splits what one actor did into the lines of the funnel's breakdown. Source: reference/insights.md 11.8.
 * @param toKey the line that values belong to
 */
export function toActorLines(
  plan: Pick<FunnelPlan, "order" | "steps" | "breakdown">,
  rows: FunnelRow[],
  toKey: (values: GroupValue[]) => LineKey,
): ActorLine[] {
  const { breakdown } = plan;
  const starts = plan.order === "unordered" ? plan.steps.map((_, step) => step) : [0];
  if (breakdown === null) return [{ key: { type: "whole" }, rows, starts }];
  if (breakdown.by === "cohorts") return byCohort(rows, starts);
  const { attribution } = breakdown;
  switch (attribution.by) {
    case "first":
    case "last":
      return [{ key: toKey(touchedValues(breakdown, rows)), rows, starts }];
    case "step":
      return byStep(plan, rows, { starts, step: attribution.step, toKey });
    case "event":
      return byOwnValue(rows, starts, toKey);
  }
}

function byCohort(rows: FunnelRow[], starts: number[]): ActorLine[] {
  const ids = new Set(rows.flatMap(({ cohorts }) => cohorts));
  return [...ids].map((id) => ({
    key: { type: "cohort", id },
    rows: rows.filter(({ cohorts }) => cohorts.includes(id)),
    starts,
  }));
}

type ByValues = Extract<FunnelBreakdown, { by: "values" }>;

function touchedValues({ attribution, sources }: ByValues, rows: FunnelRow[]): GroupValue[] {
  const skipsEmpty = attribution.by !== "step" && attribution.by !== "event" && attribution.skipsEmpty;
  const touched = rows.filter(
    ({ steps, values }) => steps.length > 0 && (!skipsEmpty || values.some((value) => value !== "")),
  );
  const row = attribution.by === "last" ? touched.at(-1) : touched[0];
  return row?.values ?? sources.map(() => "");
}

function byStep(
  { steps }: Pick<FunnelPlan, "steps">,
  rows: FunnelRow[],
  { starts, step, toKey }: { starts: number[]; step: number; toKey: (values: GroupValue[]) => LineKey },
): ActorLine[] {
  const lines = new Map<string, ActorLine>();
  for (const start of starts) {
    const place = (start + step) % steps.length;
    const keys = rows.filter((row) => row.steps.includes(place)).map(({ values }) => toKey(values));
    for (const [name, key] of new Map(keys.map((each) => [JSON.stringify(each), each]))) {
      const line = lines.get(name) ?? { key, rows, starts: [] };
      lines.set(name, line);
      line.starts.push(start);
    }
  }
  return [...lines.values()];
}

function byOwnValue(rows: FunnelRow[], starts: number[], toKey: (values: GroupValue[]) => LineKey): ActorLine[] {
  const lines = new Map<string, ActorLine>();
  for (const row of rows) {
    const key = toKey(row.values);
    const name = JSON.stringify(key);
    const line = lines.get(name) ?? { key, rows: [], starts };
    lines.set(name, line);
    line.rows.push(row);
  }
  return [...lines.values()];
}
