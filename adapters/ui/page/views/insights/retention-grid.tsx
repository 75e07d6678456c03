import type { ComponentChildren } from "preact";
import type { RetentionRowResult } from "../../../../../lib/index.ts";
import { endOf, toMs } from "../../parts/running-period.ts";
import { toShortDate } from "../../parts/short-date.ts";
import { toAriaSort } from "../../parts/table.tsx";
import type { Sort } from "../../parts/table.tsx";
import { Count } from "./count.tsx";
import { describeNumber, describeShare } from "./numbers.ts";
import { toPath } from "./people.ts";
import type { OpenPeople } from "./people.ts";
import type { QuestionDraft } from "./question.ts";
import { describeBreakdown } from "./series.ts";

/** Does the period of a row's cell still run? @param now as the project's clock shows it */
export function retentionClock({ period }: QuestionDraft, now: string) {
  const nowMs = toMs(now) ?? 0;
  return ({ date = "" }: RetentionRowResult, index: number) => (endOf(date, period, index + 1) ?? -Infinity) > nowMs;
}

interface RetentionGridProps {
  result: readonly RetentionRowResult[];
  isRunning: ReturnType<typeof retentionClock>;
  /** The mean share of each period in per cent; null = none has ended. @default no row of means */
  means?: readonly (number | null)[];
  sort?: Sort | null;
  /** The head of a column. @default its title */
  head?: (title: string, place: number) => ComponentChildren;
  /** Undefined = a document, where nothing can be pressed. */
  open?: OpenPeople;
}

/** The persons who came back, by period: a larger share of a row is darker. */
export function RetentionGrid(props: RetentionGridProps) {
  const { result, isRunning, means, sort = null, head = (title) => title, open } = props;
  const cells = result.reduce((most, { values }) => Math.max(most, values.length), 0);
  // The darkest cell is the largest share, so that small shares can be told apart too.
  const most = Math.max(0, ...result.map(({ values }) => largestShare(values)));
  return (
    <div class="table tall" role="region" aria-label="Retention" tabIndex={0}>
      <table class="retention">
        <caption class="unseen">Persons who came back, by period</caption>
        <thead>
          <tr>
            <th scope="col" aria-sort={toAriaSort(sort, 0)} data-csv="Cohort">
              {head("Cohort", 0)}
            </th>
            {Array.from({ length: cells }, (_, index) => {
              const title = index === 0 ? "Persons" : `+${index}`;
              return (
                <th key={index} scope="col" class="number" aria-sort={toAriaSort(sort, index + 1)} data-csv={title}>
                  {head(title, index + 1)}
                </th>
              );
            })}
          </tr>
          {means && (
            <tr class="retention-mean">
              <th scope="row">Mean</th>
              {means.map((share, index) => (
                <td key={index} class="number">
                  {index > 0 && (share === null ? "–" : `${describeNumber(share)} %`)}
                </td>
              ))}
            </tr>
          )}
        </thead>
        <tbody>
          {result.map((row) => (
            <tr key={row.label}>
              <th scope="row">
                <Count
                  text={rowName(row)}
                  open={open && (() => open({ title: rowName(row), path: toPath(row.people_url) }))}
                />
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
  );
}

function largestShare([first, ...later]: RetentionRowResult["values"]): number {
  const all = first?.count ?? 0;
  return all === 0 ? 0 : Math.max(0, ...later.map(({ count }) => count / all));
}

export function rowName({ label, date, breakdown_values: values }: RetentionRowResult): string {
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
  /** Has the period of the cell not ended? */
  isRunning: boolean;
  open: OpenPeople | undefined;
}

function RetentionCell({ row, index, most, isRunning, open }: RetentionCellProps) {
  const { count = 0, people_url: link = "" } = row.values[index] ?? {};
  const all = row.values[0]?.count ?? 0;
  const openCell =
    open && (() => open({ title: `${rowName(row)}${index === 0 ? "" : `, back after ${index}`}`, path: toPath(link) }));
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
