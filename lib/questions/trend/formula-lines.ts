import type { LineLabel } from "../shared/line-label.ts";
import type { EntityLines } from "./trend-lines.ts";
import type { Formula } from "./formula.ts";
import type { TrendQuery } from "./node.ts";

/** The lines that any entity has, each once: the first entity's, then what each next one adds. */
export function toFormulaLabels(query: TrendQuery, entities: EntityLines[]): (LineLabel | null)[] {
  const byKey = new Map(entities.flatMap(({ lines }) => lines.map(({ label }) => [keyOf(label), label])));
  const labels = [...byKey.values()];
  if (query.breakdown?.by !== "cohorts") return labels;
  // To the original's formulas everybody is cohort 0, and comes first.
  return labels.toSorted((a, b) => Number(b?.value === "all") - Number(a?.value === "all"));
}

function keyOf(label: LineLabel | null): string {
  return JSON.stringify(label?.value ?? null);
}

/**
 * Computes formulas over the lines of entities, label by label; an entity without a line counts as 0. Points are
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
