import * as v from "valibot";
import { Count } from "../../base/answer-scalars.ts";
import type { FilterGroup } from "../../events/filters/index.ts";
import type { GroupValue } from "../../port/lines.ts";
import type { ActorCursor, AppearancesPage } from "../../port/actors.ts";
import type { ValueSource } from "../../port/value-source.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { ask } from "../shared/ask.ts";
import { formatInstant } from "../shared/calendar.ts";
import { total } from "../shared/points.ts";
import { both, isMember, toValuesFilter } from "../shared/values-filter.ts";
import type { AppearanceList, AppearancesPlan, RetentionPlan } from "./plan.ts";
import type { CohortIds } from "../shared/breakdown.ts";
import { toShown } from "../shared/line-label.ts";
import type { RetentionQuery } from "./node.ts";
import { toValuesPlan } from "./to-retention-plan.ts";
import type { RetentionRows } from "./to-retention-plan.ts";

const RetentionValue = v.object({
  count: Count,
  /** `Day 0`, `Day 1`, … */
  label: v.string(),
  /** The sum or mean, where the question asks for a statistic; 0 without numbers. */
  aggregation_value: v.exactOptional(v.number()),
});

type RetentionValue = v.InferOutput<typeof RetentionValue>;

/** The actors with the target event in a period, and the later periods in which they came back. Source: reference/query.md 5. */
export const RetentionLine = v.object({
  /** The start of the row: ISO text with the offset of the project's time zone. */
  date: v.string(),
  /** `Day 0`, `Day 1`, … */
  label: v.string(),
  /** The value of the breakdown, several joined by `::`; the id of a cohort, or `all`; null = there is no breakdown. */
  breakdown_value: v.nullable(v.string()),
  /** Value 0: how many there are; value j: how many came back j periods later. */
  values: v.array(RetentionValue),
});

export interface RetentionLine extends v.InferOutput<typeof RetentionLine> {}

/** Values of a breakdown with rows of their own. */
const MAX_VALUES = 25;

/** The rows of a question; of a breakdown those of each value, the most frequent first, or of each cohort. */
export async function retentionLines(
  ctx: Asks,
  asked: Asked,
  query: RetentionQuery,
  { plan, rows }: { plan: RetentionPlan; rows: RetentionRows },
): Promise<RetentionLine[]> {
  const { breakdown, cohorts } = query;
  const lines: RetentionLine[] = [];
  for (const id of cohorts ?? []) {
    lines.push(...(await linesOf(ctx, asked, query, { plan: ofCohort(plan, id), rows, value: String(id) })));
  }
  if (cohorts !== null) return lines;
  if (breakdown === null) return linesOf(ctx, asked, query, { plan, rows, value: null });
  for (const values of await findValues(ctx, plan, breakdown)) {
    const own = ofValues(plan, breakdown, values);
    lines.push(...(await linesOf(ctx, asked, query, { plan: own, rows, value: values.map(toShown).join("::") })));
  }
  return lines;
}

/** The retention of target events with these values. */
export function ofValues(plan: RetentionPlan, breakdown: ValueSource[], values: GroupValue[]): RetentionPlan {
  return { ...plan, target: { ...plan.target, filter: both(plan.target.filter, toValuesFilter(breakdown, values)) } };
}

/** The retention of target events by a cohort's members. */
export function ofCohort(plan: RetentionPlan, id: CohortIds[number]): RetentionPlan {
  if (id === "all") return plan;
  const member: FilterGroup = { type: "AND", values: [{ type: "AND", values: [isMember(id)] }] };
  return { ...plan, target: { ...plan.target, filter: both(plan.target.filter, member) } };
}

/** Values of the target events, those of most actors first. */
async function findValues(ctx: Asks, plan: RetentionPlan, breakdown: ValueSource[]): Promise<GroupValue[][]> {
  const { rows } = await ask(ctx, toValuesPlan(plan, breakdown, 1));
  return rows
    .flatMap(({ key, counts }) => (typeof key === "number" ? [] : [{ values: key, count: counts[0] ?? 0 }]))
    .toSorted((a, b) => b.count - a.count || (a.values.join("::") < b.values.join("::") ? -1 : 1))
    .slice(0, MAX_VALUES)
    .map(({ values }) => values);
}

interface Wanted {
  plan: RetentionPlan;
  rows: RetentionRows;
  value: string | null;
}

async function linesOf(
  ctx: Asks,
  asked: Asked,
  query: RetentionQuery,
  { plan, rows, value }: Wanted,
): Promise<RetentionLine[]> {
  const { period } = query;
  const labels = toLabels(query);
  const counts = await countRows(ctx, query, { plan, count: rows.startsMs.length });
  const statistics = query.aggregate === null ? null : await aggregateRows(ctx, query, plan);
  return rows.startsMs.map((ms, row) => ({
    date: formatInstant(ms, asked.calendar.timezone),
    label: `${period} ${row}`,
    breakdown_value: value,
    values: labels.map((label, cell): RetentionValue => {
      const count = counts[row]?.[cell] ?? 0;
      return statistics === null ? { count, label } : { count, label, aggregation_value: statistics(row, cell) };
    }),
  }));
}

/** `Day 0`, `Day 1`, …; of brackets `Day 1`, `Day 2-3`, … */
function toLabels({ period, intervals, brackets }: RetentionQuery): string[] {
  return toBrackets(brackets, intervals).map(({ from, until }) =>
    from === until - 1 ? `${period} ${from}` : `${period} ${from}-${until - 1}`,
  );
}

/** Periods after the row's own. */
interface Bracket {
  from: number;
  until: number;
}

/** The periods of each value. */
function toBrackets(widths: readonly number[] | null, count: number): Bracket[] {
  if (widths === null) return Array.from({ length: count }, (_, cell) => ({ from: cell, until: cell + 1 }));
  let from = 1;
  return [{ from: 0, until: 1 }, ...widths.map((width) => ({ from, until: (from += width) }))];
}

async function countRows(
  ctx: Asks,
  query: RetentionQuery,
  { plan, count }: { plan: RetentionPlan; count: number },
): Promise<number[][]> {
  if (query.brackets === null && !query.isCumulative) {
    const { rows } = await ask(ctx, plan);
    const byRow = new Map(rows.map(({ key, counts }) => [key, counts]));
    return Array.from({ length: count }, (_, row) => byRow.get(row) ?? []);
  }
  // Counts per period do not tell how many came back in any of several; the list of actors does.
  const wanted = toStretches(query);
  const counted: number[][] = [];
  for (let row = 0; row < count; row++) {
    counted.push(await countRow(ctx, { kind: "appearances", plan, row, cells: query.intervals }, wanted));
  }
  return counted;
}

/** The periods that each value counts together. */
function toStretches({ intervals, brackets, isCumulative }: RetentionQuery): Bracket[] {
  return toBrackets(brackets, intervals).map(({ from, until }) => ({
    from,
    until: isCumulative && from > 0 ? intervals : until,
  }));
}

async function aggregateRows(
  ctx: Asks,
  query: RetentionQuery,
  plan: RetentionPlan,
): Promise<(row: number, cell: number) => number> {
  const { rows } = await ask(ctx, plan);
  const byRow = new Map(rows.map((row) => [row.key, row]));
  const stretches = toStretches(query);
  return (row, cell) => {
    const { sums = [], numbers = [] } = byRow.get(row) ?? {};
    const { from, until } = stretches[cell] ?? { from: 0, until: 0 };
    const sum = total(sums.slice(from, until));
    const count = total(numbers.slice(from, until));
    return query.aggregate === "avg" && count > 0 ? sum / count : sum;
  };
}

/** Actors that are read at once: some hundred bytes each. */
const PAGE = 10_000;

/** The values of a row, from its actors. */
async function countRow(ctx: Asks, list: AppearanceList, brackets: readonly Bracket[]): Promise<number[]> {
  const counts = brackets.map(() => 0);
  let after: ActorCursor | null = null;
  do {
    const page: AppearancesPage = await ask<AppearancesPlan>(ctx, { ...list, page: { after, skip: 0, limit: PAGE } });
    for (const [index, bracket] of brackets.entries())
      counts[index] = (counts[index] ?? 0) + countActors(page, bracket);
    after = page.next;
  } while (after !== null);
  return counts;
}

function countActors({ words, bits }: AppearancesPage, { from, until }: Bracket): number {
  const size = words === 0 ? 0 : bits.length / words;
  if (from === 0) return size;
  let count = 0;
  for (let actor = 0; actor < size; actor++) {
    let isIn = false;
    for (let cell = from; cell < until && !isIn; cell++) {
      isIn = ((bits[actor * words + (cell >>> 5)] ?? 0) & (1 << (cell & 31))) !== 0;
    }
    if (isIn) count++;
  }
  return count;
}
