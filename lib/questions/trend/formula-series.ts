import type { LineLabel } from "../shared/line-label.ts";
import { accumulate, total } from "../shared/points.ts";
import type { EntityLines } from "./trend-lines.ts";
import type { Formula } from "./formula.ts";
import type { TrendQuery } from "./question.ts";
import { sortSeries, toPoints } from "./trend-series.ts";
import type { Period, TrendSeries } from "./trend-series.ts";

/**
 * Works out a formula over the lines of all entities: one series, or one for each breakdown value that any of them has,
 * where those without it count as 0. Source: reference/insights.md 7.6.
 */
export function toFormulaSeries(query: TrendQuery, entities: EntityLines[], period: Period): TrendSeries[] {
  const { formula, display } = query;
  if (formula === null) return [];
  const evaluate = formulasOver(entities);
  const series = toFormulaLabels(query, entities).map((label): TrendSeries => {
    const values = evaluate(formula, label);
    const shown = display === "ActionsLineGraphCumulative" ? accumulate(values) : values;
    const points = toPoints(query, { shown, count: total(shown) }, period);
    const text = label === null ? `Formula (${formula.text})` : toLabelText(label);
    const value = label === null ? {} : { breakdown_value: label.value };
    return Object.assign(points, value, { label: text, filter: query.filter as TrendSeries["filter"] });
  });
  return sortSeries(query, series);
}

/** The lines that any entity has, each once: those of the first, then what the next ones add. */
export function toFormulaLabels(query: TrendQuery, entities: EntityLines[]): (LineLabel | null)[] {
  const byKey = new Map(entities.flatMap(({ lines }) => lines.map(({ label }) => [keyOf(label), label])));
  const labels = [...byKey.values()];
  if (query.breakdown?.by !== "cohorts") return labels;
  // Everybody is cohort 0 to the original's formulas, and so comes first.
  return labels.toSorted((a, b) => Number(b?.value === "all") - Number(a?.value === "all"));
}

function keyOf(label: LineLabel | null): string {
  return JSON.stringify(label?.value ?? null);
}

/** The value itself, also where it is the empty text; a cohort's name. */
function toLabelText({ value, text }: LineLabel): string {
  return value === "" ? "" : text;
}

/**
 * Works out formulas over the lines of entities, label by label; entities without a line of the label count as 0. Points are
 * neither rounded nor accumulated.
 */
export function formulasOver(entities: EntityLines[]): (formula: Formula, label: LineLabel | null) => number[] {
  const known = entities.map(({ lines }) => new Map(lines.map(({ label, data }) => [keyOf(label), data])));
  return (formula, label) => {
    const inputs = known.map((lines) => lines.get(keyOf(label)) ?? []);
    const length = Math.max(0, ...inputs.map((data) => data.length));
    return Array.from({ length }, (_, index) => {
      const value = formula.evaluate(inputs.map((data) => data[index] ?? 0));
      return Number.isFinite(value) ? value : 0;
    });
  };
}
