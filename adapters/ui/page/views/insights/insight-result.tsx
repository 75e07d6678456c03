import { useContext, useMemo } from "preact/hooks";
import type { FunnelStepsResult, FunnelTrendResult, TimeToConvertResult } from "../../../../../lib/index.ts";
import { ColourContext } from "../../parts/colour-context.ts";
import { Empty } from "../../parts/states.tsx";
import type { Answered } from "./ask-insight.ts";
import { toSeries } from "./insight-series.ts";
import { infoOf } from "./kinds.ts";
import { CorrelationTable } from "./correlation-table.tsx";
import { FunnelSteps } from "./funnel-steps.tsx";
import { FunnelTrendTable } from "./funnel-trend-table.tsx";
import { PathDiagram } from "./path-diagram.tsx";
import type { OpenPeople } from "./people.ts";
import { RetentionTable } from "./retention-table.tsx";
import { SeriesView } from "./series-view.tsx";
import { TimeToConvert } from "./time-to-convert.tsx";
import { TrendValues } from "./trend-values.tsx";

export interface ResultProps {
  answered: Answered;
  open: OpenPeople;
  /** Leaves out the table behind the chart. */
  compact: boolean;
}

/** Draws an answer in the form for its question. */
export function InsightResult({ answered, open, compact }: ResultProps) {
  const book = useContext(ColourContext);
  const series = useMemo(() => toSeries(answered, book), [answered, book]);
  if (isEmpty(answered)) return <Nothing answered={answered} />;
  if (series !== null) {
    const { interval } = answered.question;
    const key = series.lines.map(({ name }) => name).join("\n");
    const shared = { series, name: describeName(answered), interval, open, compact };
    if (answered.kind !== "funnel") return <SeriesView key={key} {...shared} isRate={false} />;
    const lines = answered.answer.result as FunnelTrendResult[];
    return <SeriesView key={key} {...shared} isRate table={() => <FunnelTrendTable lines={lines} open={open} />} />;
  }
  const { question } = answered;
  switch (answered.kind) {
    case "trends":
      return <TrendValues question={question} result={answered.answer.result} open={open} compact={compact} />;
    case "funnel": {
      const { result } = answered.answer;
      return isTimes(result) ? (
        <TimeToConvert question={question} result={result} open={open} compact={compact} />
      ) : (
        <FunnelSteps question={question} result={result as FunnelStepsResult} open={open} compact={compact} />
      );
    }
    case "correlation":
      return <CorrelationTable question={question} result={answered.answer.result} open={open} />;
    case "retention":
      return <RetentionTable question={question} result={answered.answer.result} open={open} compact={compact} />;
    case "paths":
      return <PathDiagram question={question} edges={answered.answer.result} open={open} compact={compact} />;
    default:
      return null;
  }
}

function isTimes(result: unknown): result is TimeToConvertResult {
  return typeof result === "object" && result !== null && "bins" in result;
}

function isEmpty({ answer: { result } }: Answered): boolean {
  if (Array.isArray(result)) return result.length === 0;
  return "bins" in result ? result.bins.length === 0 : "events" in result && result.events.length === 0;
}

function Nothing({ answered }: { answered: Answered }) {
  const { result } = answered.answer;
  if ("skewed" in result && result.skewed) {
    return <Empty>No persons, or all of them, converted: there are no two groups to compare.</Empty>;
  }
  return <Empty>{infoOf(answered.kind).nothing} Try a longer time, fewer filters, or another event.</Empty>;
}

function describeName({ kind, question }: Answered): string {
  const entities = [...(question.events ?? []), ...(question.actions ?? [])];
  const names = entities.map(({ id, name }) => name ?? id ?? "all events").join(", ");
  return `${infoOf(kind).chart ?? kind}: ${names}`;
}
