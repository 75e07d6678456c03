import type {
  AnsweredInsight,
  FunnelStepsResult,
  FunnelTrendResult,
  LifecycleResult,
  PathEdge,
  RetentionRowResult,
  TimeToConvertResult,
  TrendResult,
} from "../../../lib/index.ts";
import { toClock } from "../page/parts/clock.ts";
import { endOf, runningFrom, toMs } from "../page/parts/running-period.ts";
import { toShownQuestion } from "../page/views/dashboards/shown-question.ts";
import { kindOf } from "../page/views/insights/kinds.ts";
import type { QuestionDraft } from "../page/views/insights/question.ts";
import {
  funnelTrendSeries,
  lifecycleSeries,
  lineSeries,
  showsValues,
  trendSeries,
} from "../page/views/insights/series.ts";
import type { Series } from "../page/views/insights/series.ts";
import { toTable } from "../page/views/insights/to-table.ts";
import { markup } from "./html.ts";
import type { Html } from "./html.ts";
import { seriesSvg } from "./series-svg.ts";
import {
  correlationTable,
  funnelTable,
  pathsTable,
  retentionTable,
  tableOf,
  timesTable,
  valuesTable,
} from "./tables.ts";

/** The clock of a document. */
export interface BoardClock {
  nowMs: number;
  timeZone: string;
}

/** The answer of an insight as markup: a chart over time, or a table. Links to persons are left out. */
export function tileAnswer(insight: AnsweredInsight, clock: BoardClock): Html {
  const { result, query_status: status } = insight as {
    result: unknown;
    query_status?: { error_message?: string | null };
  };
  if (result === null || result === undefined)
    return markup`<p class="soft">${status?.error_message ?? "There is no answer."}</p>`;
  if (Array.isArray(result) && result.length === 0)
    return markup`<p class="soft">No matching events in this period.</p>`;
  if (insight.question === null) {
    const { columns, rows } = toTable({ result, columns: columnsOf(insight) });
    return tableOf(columns, rows);
  }
  return answerOf(toShownQuestion(insight, {}), result, clock);
}

function columnsOf(insight: object): string[] | undefined {
  const { columns } = insight as { columns?: unknown };
  return Array.isArray(columns) ? columns.map(String) : undefined;
}

function answerOf(question: QuestionDraft, result: unknown, clock: BoardClock): Html {
  switch (kindOf(question)) {
    case "trends":
      return showsValues(question)
        ? valuesTable(result as TrendResult["result"])
        : lines(trendSeries(question, result as TrendResult["result"]), question, clock);
    case "lifecycle":
      return lines(lifecycleSeries(result as LifecycleResult["result"]), question, clock);
    case "retention":
      return retention(question, result as RetentionRowResult[], clock);
    case "paths":
      return pathsTable(result as PathEdge[]);
    case "funnel":
      return funnel(question, result, clock);
    default:
      return lines(lineSeries(question, result as TrendResult["result"]), question, clock);
  }
}

function retention({ period }: QuestionDraft, result: readonly RetentionRowResult[], clock: BoardClock): Html {
  const nowMs = toMs(toNow(clock)) ?? 0;
  return retentionTable(result, ({ date = "" }, place) => (endOf(date, period, place + 1) ?? -Infinity) > nowMs);
}

function funnel(question: QuestionDraft, result: unknown, clock: BoardClock): Html {
  if (question.funnel_viz_type === "trends")
    return lines(funnelTrendSeries(result as FunnelTrendResult[]), question, clock, " %");
  const object = result as TimeToConvertResult | { events: Parameters<typeof correlationTable>[0] };
  // The page shows a correlation as a funnel with a type of correlation.
  if ("events" in object) return correlationTable(object.events);
  if ("bins" in object) return timesTable(object);
  return funnelTable(question, result as FunnelStepsResult);
}

function lines(series: Series, { interval }: QuestionDraft, clock: BoardClock, unit = ""): Html {
  return seriesSvg(series, runningFrom(series.labels, interval, toNow(clock)), unit);
}

/** Now, as the project's clock shows it. */
function toNow({ nowMs, timeZone }: BoardClock): string {
  return toClock(new Date(nowMs).toISOString(), timeZone);
}
