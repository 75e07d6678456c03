import type {
  AnsweredInsight,
  CorrelationResult,
  FunnelStepsResult,
  PathEdge,
  QueryResult,
  RetentionRowResult,
  TimeToConvertResult,
  TrendResult,
} from "../../../../../lib/index.ts";
import { ChartDrawing, planChart } from "../../parts/chart-drawing.tsx";
import type { ChartContent } from "../../parts/chart-drawing.tsx";
import type { ColourBook } from "../../parts/chart-lines.ts";
import { toClock } from "../../parts/clock.ts";
import { runningFrom } from "../../parts/running-period.ts";
import { toShortDate } from "../../parts/short-date.ts";
import { PlainTable } from "../../parts/table.tsx";
import type { Answered } from "../insights/ask-insight.ts";
import type { Placed } from "./pack-tiles.ts";
import { correlationColumns } from "../insights/correlation-table.tsx";
import { CountryMap } from "../insights/country-map.tsx";
import { FunnelDrawing } from "../insights/funnel-drawing.tsx";
import { funnelRows } from "../insights/funnel-rows.ts";
import { toSeries } from "../insights/insight-series.ts";
import { kindOf } from "../insights/kinds.ts";
import { describeNumber, describeSeconds } from "../insights/numbers.ts";
import { StillPaths } from "../insights/path-drawing.tsx";
import type { QuestionDraft } from "../insights/question.ts";
import { retentionClock, RetentionGrid } from "../insights/retention-grid.tsx";
import type { Series } from "../insights/series.ts";
import { SeriesLegend } from "../insights/series-legend.tsx";
import { drawnLines, firstShown } from "../insights/shown-lines.ts";
import { toTable } from "../insights/to-table.ts";
import { ValuesDrawing } from "../insights/values-drawing.tsx";
import { readSaved } from "../sql/saved-query.ts";
import { firstChoice, toChart } from "../sql/to-chart.ts";

/** The clock of a document. */
export interface BoardClock {
  nowMs: number;
  timeZone: string;
}

interface TileDrawingProps {
  insight: AnsweredInsight;
  /** Null = SQL or a list. */
  question: QuestionDraft | null;
  place: Placed;
  clock: BoardClock;
  book: ColourBook;
}

/** Rows of a table: a file of many thousand rows is no summary. */
const MOST_ROWS = 200;

/** The answer of an insight, as its tile draws it. */
export function TileDrawing({ insight, question, place, clock, book }: TileDrawingProps) {
  const { result, query_status: status } = insight as {
    result: unknown;
    query_status?: { error_message?: string | null };
  };
  if (result === null || result === undefined)
    return <p class="hint">{status?.error_message ?? "There is no answer."}</p>;
  if (Array.isArray(result) && result.length === 0) return <p class="hint">No matching events in this period.</p>;
  if (question === null) return <RowsDrawing insight={insight} result={result} place={place} />;
  const answered = { kind: kindOf(question), question, answer: { result } } as Answered;
  const isCorrelation = typeof result === "object" && "events" in result;
  const series = isCorrelation ? null : toSeries(answered, book);
  if (series !== null) return <SeriesDrawing series={series} question={question} place={place} clock={clock} />;
  switch (answered.kind) {
    case "trends":
      return <TrendDrawing question={question} result={result as TrendResult["result"]} book={book} />;
    case "retention":
      return (
        <RetentionGrid result={result as RetentionRowResult[]} isRunning={retentionClock(question, toNow(clock))} />
      );
    case "paths":
      return <StillPaths all={result as PathEdge[]} width={widthOf(place)} />;
    default:
      if (isCorrelation) return <Correlation result={result as CorrelationResult["result"]} question={question} />;
      if (typeof result === "object" && "bins" in result)
        return <Times result={result as TimeToConvertResult} place={place} />;
      return <FunnelDrawing question={question} steps={funnelRows(result as FunnelStepsResult)} compact book={book} />;
  }
}

function TrendDrawing({
  question,
  result,
  book,
}: {
  question: QuestionDraft;
  result: TrendResult["result"];
  book: ColourBook;
}) {
  if (question.display === "WorldMap") return <CountryMap result={result} />;
  return <ValuesDrawing question={question} result={result} book={book} compact />;
}

function SeriesDrawing({
  series,
  question,
  place,
  clock,
}: {
  series: Series;
  question: QuestionDraft;
  place: Placed;
  clock: BoardClock;
}) {
  const shown = firstShown(series);
  const lines = drawnLines(series, shown);
  const unit = question.funnel_viz_type === "trends" ? " %" : "";
  return (
    <>
      {series.lines.length > 1 && <SeriesLegend lines={series.lines} drawn={lines} shown={shown} />}
      <StillChart
        name={lines.map(({ name }) => name).join(", ")}
        place={place}
        titles={series.labels}
        tell={(value) => `${describeNumber(value)}${unit}`}
        labels={series.labels.map((label) => toShortDate(label, question.interval === "month"))}
        lines={lines}
        form={series.form}
        isRate={unit !== ""}
        runningFrom={runningFrom(series.labels, question.interval, toNow(clock))}
      />
    </>
  );
}

interface StillChartProps extends ChartContent {
  name: string;
  place: Placed;
  titles: readonly string[];
  tell: (value: number) => string;
}

/** A chart that tells the values of a place where the pointer rests. */
function StillChart({ name, place, titles, tell, ...content }: StillChartProps) {
  const size = { width: widthOf(place), height: Math.max(150, place.h * ROW - 100) };
  const about = (at: number) =>
    [titles[at], ...content.lines.map(({ name: line, data }) => `${line}: ${tell(data[at] ?? 0)}`)].join("\n");
  return (
    <div class="chart-still" role="img" aria-label={name}>
      <ChartDrawing plan={planChart(content, size)} id={`t${place.id}`} tell={about} />
    </div>
  );
}

/** Pixels of a column and a row of the grid, where the document is as wide as usual. */
const [COLUMN, ROW] = [100, 66];

function widthOf({ w }: Placed): number {
  return w * COLUMN - 30;
}

function Times({
  result: { bins, average_conversion_time: average },
  place,
}: {
  result: TimeToConvertResult;
  place: Placed;
}) {
  const labels = bins.map(([start]) => `from ${describeSeconds(start)}`);
  return (
    <>
      <p>
        On average <b>{describeSeconds(average)}</b>
      </p>
      <StillChart
        name="Persons by the time that it took them"
        place={place}
        titles={labels}
        labels={labels}
        lines={[{ name: "persons", data: bins.map(([, count]) => count), colour: 0 }]}
        form="bars"
        tell={describeNumber}
      />
    </>
  );
}

function Correlation({ result, question }: { result: CorrelationResult["result"]; question: QuestionDraft }) {
  const columns = correlationColumns(question, ({ success_count: done, failure_count: left }, isSuccess) =>
    describeNumber(isSuccess ? done : left),
  );
  return (
    <PlainTable caption="Correlations" columns={columns} rows={result.events} rowKey={({ event }) => event.event} />
  );
}

/** SQL and lists: a chart if it was saved as one, else a table. */
function RowsDrawing({ insight, result, place }: { insight: AnsweredInsight; result: unknown; place: Placed }) {
  const { columns: names, types } = insight as { columns?: string[]; types?: QueryResult["types"] };
  const saved = readSaved(insight);
  if (saved?.show === "chart" && types !== undefined) {
    const answer = { results: result as QueryResult["results"], types };
    const choice = saved.choice ?? firstChoice(answer);
    if (choice !== null) {
      const chart = toChart(answer, choice);
      const series = { lines: chart.lines, hasTotal: false };
      const shown = firstShown(series);
      const lines = drawnLines(series, shown);
      return (
        <>
          {lines.length > 1 && <SeriesLegend lines={chart.lines} drawn={lines} shown={shown} />}
          <StillChart
            name={lines.map(({ name }) => name).join(", ")}
            place={place}
            tell={describeNumber}
            {...chart}
            lines={lines}
          />
        </>
      );
    }
  }
  const { columns, rows } = toTable({ result, columns: names });
  const drawn = columns.map((name, index) => ({
    name,
    isNumber: typeof rows[0]?.[index] === "number",
    cell: (row: unknown[]) => toCell(row[index]),
  }));
  return (
    <>
      <PlainTable caption="Rows" columns={drawn} rows={rows.slice(0, MOST_ROWS)} rowKey={(_, index) => index} />
      {rows.length > MOST_ROWS && (
        <p class="hint">
          The first {MOST_ROWS} of {describeNumber(rows.length)} rows.
        </p>
      )}
    </>
  );
}

function toCell(value: unknown): string {
  if (typeof value === "number") return describeNumber(value);
  if (value === null || value === undefined) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Now, as the project's clock shows it. */
function toNow({ nowMs, timeZone }: BoardClock): string {
  return toClock(new Date(nowMs).toISOString(), timeZone);
}
