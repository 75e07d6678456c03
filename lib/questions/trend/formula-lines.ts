import type { LineLabel } from "../shared/line-label.ts";
import type { EntityLines } from "./trend-lines.ts";
import type { Formula } from "./formula.ts";
import type { TrendQuery } from "./node.ts";

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
