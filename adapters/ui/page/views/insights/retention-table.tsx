import type { RetentionRowResult } from "../../../../../lib/index.ts";
import { useMemo, useState } from "preact/hooks";
import { Chart } from "../../parts/chart.tsx";
import { toShortDate } from "../../parts/short-date.ts";
import { toClock } from "../../parts/clock.ts";
import { SortButton, sortedRows, toAriaSort } from "../../parts/table.tsx";
import type { Sort } from "../../parts/table.tsx";
import { useProject } from "../../project.ts";
import type { QuestionDraft } from "./question.ts";
import { endOf, toMs } from "../../parts/running-period.ts";
import { describeBreakdown } from "./series.ts";
import { Count } from "./count.tsx";
import { describeNumber, describeShare } from "./numbers.ts";
import { toPath } from "./people.ts";
import type { OpenPeople } from "./people.ts";

interface RetentionTableProps {
  question: QuestionDraft;
  result: readonly RetentionRowResult[];
  compact: boolean;
  open: OpenPeople;
}

/** The persons who returned, by period: a larger share of a row is darker. */
export function RetentionTable({ question, result, compact, open }: RetentionTableProps) {
  const { project } = useProject();
  const cells = result.reduce((most, { values }) => Math.max(most, values.length), 0);
  const nowMs = toMs(toClock(new Date().toISOString(), project.timezone)) ?? 0;
  const isRunning = ({ date = "" }: RetentionRowResult, index: number) =>
    (endOf(date, question.period, index + 1) ?? -Infinity) > nowMs;
  const means = useMemo(() => meanShares(result, isRunning), [result]);
  const [sort, setSort] = useState<Sort | null>(null);
  const rows =
    sort === null
      ? result
      : sortedRows(result, (row) => (sort.column === 0 ? toSortName(row) : shareAt(row, sort.column - 1)), sort.isUp);
  // The darkest cell is the largest share, so that small shares can be told apart too.
  const most = Math.max(0, ...result.map(({ values }) => largestShare(values)));
  return (
    <>
      {!compact && <RetentionCurve means={means} />}
      <div class="table tall" role="region" aria-label="Retention" tabIndex={0}>
        <table class="retention">
          <caption class="unseen">Persons who came back, by period</caption>
          <thead>
            <tr>
              <th scope="col" aria-sort={toAriaSort(sort, 0)} data-csv="Cohort">
                <SortButton sort={sort} place={0} isNumber={false} onSort={setSort}>
                  Cohort
                </SortButton>
              </th>
              {Array.from({ length: cells }, (_, index) => {
                const title = index === 0 ? "Persons" : `+${index}`;
                return (
                  <th key={index} scope="col" class="number" aria-sort={toAriaSort(sort, index + 1)} data-csv={title}>
                    <SortButton sort={sort} place={index + 1} isNumber onSort={setSort}>
                      {title}
                    </SortButton>
                  </th>
                );
              })}
            </tr>
            <tr class="retention-mean">
              <th scope="row">Mean</th>
              {means.map((share, index) => (
                <td key={index} class="number">
                  {index > 0 && (share === null ? "–" : `${describeNumber(share)} %`)}
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row">
                  <button
                    type="button"
                    class="number-link"
                    title="Show the persons, and when they came back"
                    onClick={() => open({ title: rowName(row), path: toPath(row.people_url) })}
                  >
                    {rowName(row)}
                  </button>
                </th>
                {row.values.map((_, index) => (
                  <RetentionCell
                    key={index}
                    row={row}
                    index={index}
                    most={most}
                    isRunning={isRunning(row, index)}
                    open={open}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function describePercent(value: number): string {
  return `${describeNumber(value)} %`;
}

/** The mean of all rows, as a line over the periods. */
function RetentionCurve({ means }: { means: readonly (number | null)[] }) {
  const data = useMemo(() => {
    const known = means.flatMap((share) => (share === null ? [] : [share]));
    return { labels: known.map((_, index) => `+${index}`), lines: [{ name: "Mean", data: known, colour: 0 }] };
  }, [means]);
  if (data.labels.length < 2) return null;
  return <Chart name="Mean share that came back, in per cent" {...data} tell={describePercent} isRate compact />;
}

/** The share that came back after each number of periods, in per cent, over rows whose period has ended; null = none has. */
function meanShares(
  result: readonly RetentionRowResult[],
  isRunning: (row: RetentionRowResult, index: number) => boolean,
): (number | null)[] {
  const cells = result.reduce((most, { values }) => Math.max(most, values.length), 0);
  return Array.from({ length: cells }, (_, index) => {
    const ended = result.filter((row) => row.values[index] !== undefined && (index === 0 || !isRunning(row, index)));
    const all = ended.reduce((sum, { values }) => sum + (values[0]?.count ?? 0), 0);
    const back = ended.reduce((sum, { values }) => sum + (values[index]?.count ?? 0), 0);
    return all === 0 ? null : Math.round((back / all) * 1000) / 10;
  });
}

/** The share that came back after some periods, to sort by; the number of persons at the start. */
function shareAt({ values }: RetentionRowResult, index: number): number {
  const count = values[index]?.count ?? -1;
  return index === 0 ? count : count / Math.max(1, values[0]?.count ?? 0);
}

/** A day sorts by itself, before its words. */
function toSortName(row: RetentionRowResult): string {
  return row.breakdown_values === undefined ? (row.date ?? row.label) : rowName(row);
}

function largestShare([first, ...later]: RetentionRowResult["values"]): number {
  const all = first?.count ?? 0;
  return all === 0 ? 0 : Math.max(0, ...later.map(({ count }) => count / all));
}

function rowName({ label, date, breakdown_values: values }: RetentionRowResult): string {
  if (values !== undefined) return describeBreakdown(values);
  if (date === undefined) return label;
  // Rows of hours, or from a time of day, begin within a day; they use the UTC clock.
  const start = date.endsWith("T00:00:00Z") ? date.slice(0, 10) : date.slice(0, 16).replace("T", " ");
  return `${label} · ${toShortDate(start)}`;
}

interface RetentionCellProps {
  row: RetentionRowResult;
  index: number;
  /** The largest share of all cells. */
  most: number;
  /** Its period has not ended. */
  isRunning: boolean;
  open: OpenPeople;
}

function RetentionCell({ row, index, most, isRunning, open }: RetentionCellProps) {
  const { count = 0, people_url: link = "" } = row.values[index] ?? {};
  const all = row.values[0]?.count ?? 0;
  const openCell = () =>
    open({ title: `${rowName(row)}${index === 0 ? "" : `, back after ${index}`}`, path: toPath(link) });
  const share = index === 0 || all === 0 ? 0 : count / all;
  return (
    <td
      class={`number retention-cell${index > 0 && isRunning ? " running" : ""}`}
      title={index > 0 && isRunning ? "The period has not ended" : undefined}
      data-csv={describeNumber(count)}
      style={{ "--heat": String(most === 0 ? 0 : share / most) }}
    >
      <Count text={describeNumber(count)} isNothing={count === 0} open={openCell} />
      {index > 0 && <small>{describeShare(count, all)}</small>}
    </td>
  );
}
