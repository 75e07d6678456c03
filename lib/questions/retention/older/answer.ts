import * as v from "valibot";
import { Count } from "../../../base/answer-scalars.ts";
import type { GroupValue } from "../../../port/lines.ts";
import { ENVELOPE, envelopeEntries } from "../../shared/answer-response.ts";
import { answer, openQuestion } from "../../shared/answer.ts";
import type { Answer, Asked, Asks } from "../../shared/answer.ts";
import { ask } from "../../shared/ask.ts";
import type { CohortIds } from "../../shared/breakdown.ts";
import { formatDay, formatInstant } from "../../shared/calendar.ts";
import { personLinks } from "../../shared/person-links.ts";
import type { ProjectSettings } from "../../shared/project-settings.ts";
import { rememberParsed } from "../../shared/remember-parsed.ts";
import type { RetentionQuery } from "../node.ts";
import type { RetentionPlan, RetentionRow } from "../plan.ts";
import { ofCohort } from "../retention-lines.ts";
import { planRetention, toRetentionRows, toValuesPlan } from "../to-retention-plan.ts";
import type { RetentionRows } from "../to-retention-plan.ts";
import { readOlderRetention } from "./question.ts";
import type { OlderRetention } from "./question.ts";

/** How many came back after a number of periods; cell 0 = all of the row. `people_url` leads to them. */
const Cell = v.object({ count: Count, people: v.tuple([]), people_url: v.string() });
export interface RetentionCell extends v.InferOutput<typeof Cell> {}

const Row = v.object({
  values: v.array(Cell),
  /** `Day 0`, `Day 1`, …; of a breakdown its values, joined by `::`. */
  label: v.string(),
  /** ISO text of the row's start, with the offset of the project's time zone; absent from breakdowns. */
  date: v.exactOptional(v.string()),
  /** The values, or the id of a cohort; of breakdowns only. */
  breakdown_values: v.exactOptional(v.array(v.union([v.string(), v.number()]))),
  people_url: v.string(),
});

/** The actors with the target event in a period, or with a value of a breakdown, and the periods in which they returned. */
export interface RetentionRowResult extends v.InferOutput<typeof Row> {}

const LINK = "/api/projects/1/persons/retention/?target_entity=…";

export const RetentionResponse = v.pipe(
  v.object({ result: v.array(Row), ...envelopeEntries }),
  v.examples([
    {
      result: [
        {
          values: [
            { count: 12, people: [], people_url: LINK },
            { count: 5, people: [], people_url: LINK },
          ],
          label: "Day 0",
          date: "2024-05-01T00:00:00Z",
          people_url: LINK,
        },
      ],
      ...ENVELOPE,
    },
  ]),
);

export type RetentionResult = Answer<RetentionRowResult[]>;

const parseQuestion = rememberParsed(readOlderRetention);

/**
 * Unlike in the original, properties on the two entities count.
 * @throws HogletError 400 naming the field
 * @example await retention(ctx, project, { target_entity: { id: "signed up" }, returning_entity: { id: "opened" },
 * period: "Week" });
 */
export async function retention(
  ctx: Asks,
  project: ProjectSettings,
  input: unknown,
  origin = "",
): Promise<RetentionResult> {
  const question = parseQuestion(input);
  const { query, filter, refresh } = question;
  const asked = openQuestion(ctx, project, origin);
  const rows = toRetentionRows(query, asked);
  const show = (found: RetentionRow[] | null) => (found === null ? [] : toResults(asked, question, rows, found));
  return answer(
    ctx,
    asked,
    { insight: "RETENTION", filter, dates: rows, refresh },
    () => countOlder(ctx, asked, query, rows),
    show,
  );
}

/** Null = an action does not exist. */
async function countOlder(
  ctx: Asks,
  asked: Asked,
  query: RetentionQuery,
  rows: RetentionRows,
): Promise<RetentionRow[] | null> {
  if (query.cohorts === null) {
    const plan = planOlderRetention(ctx, asked, query, rows);
    return plan && (await ask(ctx, plan)).rows;
  }
  const found: RetentionRow[] = [];
  for (const id of query.cohorts) {
    const plan = planOlderRetention(ctx, asked, query, rows, id);
    if (plan === null) return null;
    const { rows: counted } = await ask(ctx, plan);
    found.push({ counts: [], ...counted[0], key: [id] });
  }
  return found;
}

/** A plan with a row for each period (a triangle), for each value, or of a cohort; null = an action does not exist. */
export function planOlderRetention(
  ctx: Pick<Asks, "db">,
  asked: Asked,
  query: RetentionQuery,
  rows: RetentionRows,
  cohort?: CohortIds[number],
): RetentionPlan | null {
  const plan = planRetention(ctx, asked, query, rows);
  if (plan === null) return null;
  // Without sources all target events are in one row.
  if (cohort !== undefined) return toValuesPlan(ofCohort(plan, cohort), [], query.intervals);
  // The cells of a row of periods end with the last row's period.
  if (query.breakdown === null) return { ...plan, cells: rows.startsMs.length };
  return toValuesPlan(plan, query.breakdown, query.intervals);
}

function toResults(
  asked: Asked,
  question: OlderRetention,
  rows: RetentionRows,
  found: RetentionRow[],
): RetentionRowResult[] {
  const toCells = cellsOf(asked, question, rows);
  const { breakdown, cohorts, period, intervals } = question.query;
  if (breakdown !== null || cohorts !== null) {
    return toValueRows(found).map(({ values, counts, label }) =>
      Object.assign(toCells(values, pad(counts, intervals)), { label, breakdown_values: values }),
    );
  }
  const byRow = new Map(found.map(({ key, counts }) => [key, counts]));
  return rows.startsMs.map((ms, row) => ({
    ...toCells([row], pad(byRow.get(row) ?? [], Math.min(intervals, rows.startsMs.length - row))),
    label: `${period} ${row}`,
    date: formatInstant(ms, asked.calendar.timezone),
  }));
}

interface ValueRow {
  values: GroupValue[];
  counts: number[];
  label: string;
}

/** Rows of values, the most frequent first. */
function toValueRows(found: RetentionRow[]): ValueRow[] {
  return found
    .flatMap(({ key, counts }) => (typeof key === "number" ? [] : [{ values: key, counts, label: key.join("::") }]))
    .toSorted((a, b) => (b.counts[0] ?? 0) - (a.counts[0] ?? 0) || (a.label < b.label ? -1 : 1));
}

function pad(counts: number[], length: number): number[] {
  return Array.from({ length }, (_, index) => counts[index] ?? 0);
}

/** The cells of a row, with links. */
function cellsOf(
  asked: Asked,
  { query, filter }: OlderRetention,
  { startsMs }: RetentionRows,
): (row: GroupValue[], counts: number[]) => Pick<RetentionRowResult, "values" | "people_url"> {
  const { timezone } = asked.calendar;
  const isByHour = query.interval === "hour";
  const toDateText = (ms = 0) => (isByHour ? formatInstant(ms, timezone) : formatDay(ms, query.interval, timezone));
  // An exact date: -1d is another day when the link is followed.
  const date_from = query.date_from === null ? null : toDateText(startsMs[0]);
  const shared = { ...filter, date_from, date_to: toDateText(startsMs.at(-1)) };
  return (row, counts) => {
    const linkOf = personLinks(asked, "retention", { ...shared, breakdown_values: row });
    return {
      values: counts.map((count, index) => ({
        count,
        people: [],
        people_url: linkOf({ selected_interval: index }).url,
      })),
      people_url: linkOf({ display: "ActionsTable", selected_interval: query.intervals - counts.length }).url,
    };
  };
}
