import type { Asked } from "../shared/answer.ts";
import type { LineLabel } from "../shared/line-label.ts";
import { formulasOver, toFormulaLabels } from "./formula-series.ts";
import type { TrendsNodeQuestion } from "./query-question.ts";
import { isTimeSeries } from "./question.ts";
import type { TrendFilter } from "./question.ts";
import { isOther, sortLines, toPoints, toValue } from "./query-series.ts";
import type { TrendsLine } from "./query-series.ts";
import type { TrendPeriod } from "./trend-periods.ts";

/** The lines of all formulas: for each its current period, then the one before; broken down, the largest value first. */
export function toFormulaLines(asked: Asked, question: TrendsNodeQuestion, periods: TrendPeriod[]): TrendsLine[] {
  const { query, formulas, hidesOther } = question;
  return formulas.flatMap(({ formula, label: text }, order) =>
    periods.flatMap(({ period, lines }) => {
      const evaluate = formulasOver(lines);
      const labels = toFormulaLabels(query, lines).filter((label) => !(hidesOther && isOther(label)));
      return sortLines(
        labels.map((label: LineLabel | null) => {
          const data = evaluate(formula, label);
          const points = toPoints(asked, question, { data, counted: data, period });
          const line: TrendsLine = {
            action: null,
            label: text,
            ...points,
            ...(!isTimeSeries(query.display) && { data: null }),
            ...toValue(label),
            filter: query.filter as TrendFilter,
            order,
          };
          return { label, line };
        }),
      );
    }),
  );
}
