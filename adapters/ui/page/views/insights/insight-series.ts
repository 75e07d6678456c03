import type { FunnelTrendResult } from "../../../../../lib/index.ts";
import type { ColourBook } from "../../parts/chart-lines.ts";
import type { Answered } from "./ask-insight.ts";
import { funnelTrendSeries, lifecycleSeries, lineSeries, showsValues, trendSeries } from "./series.ts";
import type { Series } from "./series.ts";

/** The lines of an answer that is drawn over an x axis; null = it is drawn in another form. */
export function toSeries(answered: Answered, book?: ColourBook): Series | null {
  const { question } = answered;
  switch (answered.kind) {
    case "correlation":
    case "retention":
    case "paths":
      return null;
    case "trends":
      return showsValues(question) ? null : trendSeries(question, answered.answer.result, book);
    case "lifecycle":
      return lifecycleSeries(answered.answer.result);
    case "funnel":
      return question.funnel_viz_type === "trends"
        ? funnelTrendSeries(answered.answer.result as FunnelTrendResult[], book)
        : null;
    default:
      return lineSeries(question, answered.answer.result, book);
  }
}
