import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asks } from "../shared/answer.ts";
import type { CohortIds } from "../shared/breakdown.ts";
import type { EventsBehind } from "../shared/node-kind.ts";
import type { NodePoint } from "../shared/node-point.ts";
import type { GroupValue } from "../../port/lines.ts";
import type { ValueSource } from "../../port/value-source.ts";
import { scalarText } from "../shared/scalar-text.ts";
import { readRetention } from "./node.ts";
import type { RetentionQuery, RetentionQueryRead } from "./node.ts";
import type { AppearanceList, RetentionPlan } from "./plan.ts";
import { ofCohort, ofValues } from "./retention-lines.ts";
import { planRetention, toRetentionRows } from "./to-retention-plan.ts";

/**
 * The actors of row `interval` of a RetentionQuery, with the cells of each; by `breakdown` of a value.
 * @returns null = an action does not exist
 * @throws HogletError 400 naming the field
 */
export function retentionNodeActors(
  ctx: Asks,
  project: Project,
  node: RetentionQueryRead,
  { interval, breakdown: value }: NodePoint,
): AppearanceList | null {
  const query = readRetention(node);
  const asked = openQuestion(ctx, project, "");
  const rows = toRetentionRows(query, asked);
  const row = interval ?? 0;
  if (row >= rows.startsMs.length) throw invalid("interval", `The retention has ${rows.startsMs.length} rows, from 0.`);
  const whole = planRetention(ctx, asked, query, rows);
  if (whole === null) return null;
  return { kind: "appearances", plan: ofBreakdown(query, whole, value), row, cells: query.intervals };
}

/**
 * The events of row `interval`: target events in its period, and later returning events of the row's actors.
 * @throws HogletError 400 naming the field
 */
export async function retentionNodeEvents(
  ctx: Asks,
  project: Project,
  node: RetentionQueryRead,
  point: NodePoint,
): Promise<EventsBehind[]> {
  const list = retentionNodeActors(ctx, project, node, point);
  if (list === null) return [];
  const { range, rowEdgesMs, target, returning, actors } = list.plan;
  if (actors.by !== "persons") throw invalid("source", "The events of groups are not listed.", "unsupported");
  const [fromMs = 0, untilMs = 0] = rowEdgesMs.slice(point.interval ?? 0);
  return [
    { range: { fromMs, untilMs }, select: target, isOfActors: true },
    { range: { ...range, fromMs }, select: returning, isOfActors: true },
  ];
}

function ofBreakdown({ breakdown, cohorts }: RetentionQuery, whole: RetentionPlan, value: unknown): RetentionPlan {
  if (cohorts !== null && value !== undefined && value !== null) return ofCohort(whole, toCohort(cohorts, value));
  const values = toValues(value, breakdown ?? []);
  return values === null || breakdown === null ? whole : ofValues(whole, breakdown, values);
}

/** The cohort of a breakdown that a value names. @throws HogletError 400 when it names none */
export function toCohort(cohorts: CohortIds, value: unknown): CohortIds[number] {
  const text = scalarText([value].flat()[0], "breakdown");
  const found = cohorts.find((id) => String(id) === text);
  if (found !== undefined) return found;
  throw invalid("breakdown", `Expected one of ${cohorts.join(", ")} but received "${text}".`);
}

/** Values as answers join them by `::`, or a list of them; null = any. */
function toValues(value: unknown, { length }: readonly ValueSource[]): GroupValue[] | null {
  if (value === undefined || value === null) return null;
  const text = Array.isArray(value) || length === 1 ? null : scalarText(value, "breakdown").split("::");
  const values = text ?? [value].flat().map((each) => scalarText(each, "breakdown"));
  if (values.length === length) return values;
  throw invalid("breakdown", `Expected ${length} values of the breakdown but received ${values.length}.`);
}
