import type { FunnelStepsResult, PathEdge, RetentionRowResult, TimeToConvertResult } from "../../../lib/index.ts";
import { toShortDate } from "../page/parts/short-date.ts";
import { funnelRows, stepName } from "../page/views/insights/funnel-rows.ts";
import { describeNumber, describeOdds, describeSeconds, describeShare } from "../page/views/insights/numbers.ts";
import { pathNames, splitKey } from "../page/views/insights/path-names.ts";
import type { QuestionDraft } from "../page/views/insights/question.ts";
import { describeBreakdown } from "../page/views/insights/series.ts";
import { markup } from "./html.ts";
import type { Html } from "./html.ts";

// The answers that are no lines over time, as tables.

/** Rows of a table: a file of many thousand rows is no summary. */
const MOST_ROWS = 200;

/** A table of texts and numbers; numbers stand at the right. */
export function tableOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): Html {
  const shown = rows.slice(0, MOST_ROWS);
  const isNumber = columns.map((_, place) => shown.length > 0 && shown.every((row) => typeof row[place] === "number"));
  const kind = (place: number) => (isNumber[place] ? markup` class="number"` : "");
  return markup`<table><thead><tr>${columns.map((name, place) => markup`<th${kind(place)}>${name}</th>`)}</tr></thead>
<tbody>${shown.map((row) => markup`<tr>${columns.map((_, place) => markup`<td${kind(place)}>${toCell(row[place])}</td>`)}</tr>`)}</tbody></table>${
    rows.length > MOST_ROWS &&
    markup`<p class="soft">The first ${MOST_ROWS} of ${describeNumber(rows.length)} rows.</p>`
  }`;
}

function toCell(value: unknown): string {
  if (typeof value === "number") return describeNumber(value);
  if (value === null || value === undefined) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** One number for each line. */
export function valuesTable(
  result: readonly { label: string; aggregated_value?: number | null; count?: number }[],
): Html {
  const values = result.map(({ label, aggregated_value: value, count }) => [label, value ?? count ?? 0] as const);
  const most = Math.max(1, ...values.map(([, value]) => value));
  const rows = values.toSorted((a, b) => b[1] - a[1]).slice(0, MOST_ROWS);
  return markup`<table class="values"><tbody>${rows.map(
    ([label, value]) =>
      markup`<tr><td>${label}${bar(value / most)}</td><td class="number">${describeNumber(value)}</td></tr>`,
  )}</tbody></table>`;
}

/** A bar of a share. */
function bar(share: number): Html {
  return markup`<svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="f0" width="${Math.round(share * 1000) / 10}" height="4"/></svg>`;
}

export function funnelTable(question: QuestionDraft, result: FunnelStepsResult): Html {
  const rows = funnelRows(result).flat().slice(0, MOST_ROWS);
  const hasLines = rows.some(({ line }) => line !== null);
  return markup`<table class="steps"><thead><tr><th>Step</th>${hasLines && markup`<th>Value</th>`}<th class="number">Persons</th><th class="number">Of all</th><th class="number">Average time</th></tr></thead>
<tbody>${rows.map(
    ({ step, line, entered }) =>
      markup`<tr><td>${step.order + 1} ${stepName(question, step)}${bar(entered === 0 ? 0 : step.count / entered)}</td>${
        hasLines && markup`<td>${line ?? ""}</td>`
      }<td class="number">${describeNumber(step.count)}</td><td class="number">${describeShare(step.count, entered)}</td><td class="number">${describeSeconds(step.average_conversion_time)}</td></tr>`,
  )}</tbody></table>`;
}

export function timesTable({ bins, average_conversion_time: average }: TimeToConvertResult): Html {
  const rows = bins.map(([seconds, count]) => [`from ${describeSeconds(seconds)}`, count]);
  return markup`<p>On average ${describeSeconds(average)}</p>${tableOf(["Time to convert", "Persons"], rows)}`;
}

/** Shades of the heat map. */
const SHADES = 4;

/** @param isRunning whether the period of a cell has not ended, by its row and its number of periods after the start */
export function retentionTable(
  result: readonly RetentionRowResult[],
  isRunning: (row: RetentionRowResult, place: number) => boolean,
): Html {
  const cells = result.reduce((most, { values }) => Math.max(most, values.length), 0);
  const places = Array.from({ length: cells }, (_, place) => place);
  const most = Math.max(0, ...result.flatMap((row) => row.values.slice(1).map((_, index) => shareOf(row, index + 1))));
  return markup`<table class="retention"><thead><tr><th>Cohort</th>${places.map((place) => markup`<th class="number">${place === 0 ? "Persons" : `+${place}`}</th>`)}</tr></thead>
<tbody>${result.slice(0, MOST_ROWS).map(
    (row) =>
      markup`<tr><td>${nameOf(row)}</td>${places.map((place) => {
        if (row.values[place] === undefined) return markup`<td></td>`;
        if (place === 0) return markup`<td class="number">${describeNumber(row.values[0]?.count ?? 0)}</td>`;
        const shade = most === 0 ? 0 : Math.ceil((shareOf(row, place) / most) * SHADES);
        const running = isRunning(row, place) && markup` running" title="The period has not ended`;
        return markup`<td class="number h${shade}${running}">${describeShare(row.values[place].count, row.values[0]?.count ?? 0)}</td>`;
      })}</tr>`,
  )}</tbody></table>`;
}

function shareOf({ values }: RetentionRowResult, place: number): number {
  const all = values[0]?.count ?? 0;
  return all === 0 ? 0 : (values[place]?.count ?? 0) / all;
}

function nameOf({ label, date, breakdown_values: values }: RetentionRowResult): string {
  if (values !== undefined) return describeBreakdown(values);
  return date === undefined ? label : `${label} · ${toShortDate(date.slice(0, 10))}`;
}

/** The strongest links of paths; the page draws more of them. */
const MOST_LINKS = 20;

export function pathsTable(result: readonly PathEdge[]): Html {
  const links = result.toSorted((a, b) => b.value - a.value).slice(0, MOST_LINKS);
  const toName = pathNames(links);
  const rows = links.map(({ source, target, value }) => {
    const { name, column } = splitKey(source);
    return [`${column + 1}`, toName(name), toName(splitKey(target).name), value];
  });
  return markup`${tableOf(["Step", "From", "To", "Persons"], rows)}${
    result.length > links.length && markup`<p class="soft">The ${MOST_LINKS} strongest of ${result.length} links.</p>`
  }`;
}

export function correlationTable(
  events: readonly { event: { event: string }; success_count: number; failure_count: number; odds_ratio: number }[],
): Html {
  const rows = events.map(({ event, success_count: done, failure_count: dropped, odds_ratio: odds }) => [
    event.event,
    done,
    dropped,
    describeOdds(odds),
  ]);
  return tableOf(["Event or property", "Converted", "Dropped off", "Conversion"], rows);
}
