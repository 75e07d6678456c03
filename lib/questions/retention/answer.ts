import { ask } from "../shared/ask.ts";
import type { GroupValue } from "../../port/lines.ts";
import type { RetentionRow } from "./plan.ts";
import { toIso } from "../../base/clock.ts";
import { answer, openQuestion } from "../shared/answer.ts";
import type { Answer, Asked, Asks } from "../shared/answer.ts";
import { shiftIntervals } from "../shared/calendar.ts";
import { personLinks } from "../shared/person-links.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { rememberParsed } from "../shared/remember-parsed.ts";
import { parseRetentionQuery } from "./question.ts";
import type { RetentionQuery } from "./question.ts";
import { toInterval, toLastDate, toRetentionPlan, toRetentionRange } from "./retention-range.ts";
import type { RetentionRange } from "./retention-range.ts";

const parseQuestion = rememberParsed(parseRetentionQuery);

/** One cell: how many came back after so many periods; cell 0 = how many there are. */
export interface RetentionCell {
  count: number;
  /** Always empty; `people_url` leads to them. */
  people: never[];
  people_url: string;
}

/** The actors with the target event in a period, or with a value of a breakdown, and the periods in which they returned. */
export interface RetentionRowResult {
  values: RetentionCell[];
  /** `Day 0`, `Day 1`, …; of a breakdown its values, joined by `::`. */
  label: string;
  /** ISO text of the row's start; absent from breakdowns. */
  date?: string;
  /** The values; of breakdowns only. */
  breakdown_values?: GroupValue[];
  people_url: string;
}

export type RetentionResult = Answer<RetentionRowResult[]>;

/**
 * The number of actors with the target event in each period who did the returning event in each later period.
 * Unlike in the original, properties on the two entities count.
 * @throws HogletError 400 naming the field
 * @example
 * await retention(ctx, project, { target_entity: { id: "signed up" }, returning_entity: { id: "opened" }, period: "Week" });
 */
export async function retention(
  ctx: Asks,
  project: ProjectSettings,
  input: unknown,
  origin = "",
): Promise<RetentionResult> {
  const query = parseQuestion(input);
  const asked = openQuestion(ctx, project, origin);
  const range = toRetentionRange(query, asked);
  const question = { insight: "RETENTION", filter: query.filter, dates: range, refresh: query.refresh };
  return answer(ctx, asked, question, () => compute(ctx, asked, query, range));
}

async function compute(
  ctx: Asks,
  asked: Asked,
  query: RetentionQuery,
  range: RetentionRange,
): Promise<RetentionRowResult[]> {
  const entities = resolveEntities(ctx, asked.project.id, [query.target_entity, query.returning_entity]);
  const [target, returning] = entities ?? [];
  if (target === undefined || returning === undefined) return [];
  const { rows } = await ask(ctx, toRetentionPlan(asked, query, { target, returning, range }));
  return query.breakdown === null ? toPeriodRows(asked, query, range, rows) : toValueRows(asked, query, rows);
}

/** A triangle: each row is one shorter than the one before. */
function toPeriodRows(
  asked: Asked,
  query: RetentionQuery,
  { fromMs }: RetentionRange,
  found: RetentionRow[],
): RetentionRowResult[] {
  const { total_intervals: count, period } = query;
  const byRow = new Map(found.map(({ key, counts }) => [key, counts]));
  return Array.from({ length: count }, (_, row) => ({
    ...toCells(asked, query, { row: [row], counts: pad(byRow.get(row) ?? [], count - row) }),
    label: `${period} ${row}`,
    date: toIso(shiftIntervals(fromMs, toInterval(period), row)),
  }));
}

/** A row for each value, the most frequent first. */
function toValueRows(asked: Asked, query: RetentionQuery, found: RetentionRow[]): RetentionRowResult[] {
  const rows = found.flatMap(({ key, counts }) => (typeof key === "number" ? [] : [{ values: key, counts }]));
  const labelled = rows.map(({ values, counts }) => ({ values, counts, label: values.join("::") }));
  return labelled.toSorted(compareRows).map(({ values, counts, label }) => {
    const cells = toCells(asked, query, { row: values, counts: pad(counts, query.total_intervals) });
    return Object.assign(cells, { label, breakdown_values: values });
  });
}

interface Labelled {
  label: string;
  counts: number[];
}

function compareRows(a: Labelled, b: Labelled): number {
  return (b.counts[0] ?? 0) - (a.counts[0] ?? 0) || (a.label < b.label ? -1 : 1);
}

function pad(counts: number[], length: number): number[] {
  return Array.from({ length }, (_, index) => counts[index] ?? 0);
}

function toCells(
  asked: Asked,
  query: RetentionQuery,
  { row, counts }: { row: GroupValue[]; counts: number[] },
): Pick<RetentionRowResult, "values" | "people_url"> {
  const { filter, total_intervals: length } = query;
  // Links may be followed at any time, when -1d is another day.
  const date_to = toLastDate(query, asked);
  const linkOf = personLinks(asked, "retention", { ...filter, date_to, breakdown_values: row });
  return {
    values: counts.map((count, index) => ({ count, people: [], people_url: linkOf({ selected_interval: index }).url })),
    people_url: linkOf({ display: "ActionsTable", selected_interval: length - counts.length }).url,
  };
}
