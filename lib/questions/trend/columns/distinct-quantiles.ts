import type { QuantilesPlan } from "../plan.ts";
import { compileKeys } from "../../../engines/columns/scan/group-values.ts";
import { toBinNumber } from "./lines.ts";
import { quantile } from "./number-cells.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";

/** The distinct numbers that a source has on the selected events, at the plan's levels. */
export function runDistinctQuantiles(execution: Execution, { range, select, source, levels }: QuantilesPlan): number[] {
  const slices = compileScan(select, execution);
  const keys = compileKeys([source], execution);
  execution.showPersons();
  const seen: true[] = [];
  for (const { segment, start, end, mask } of slices(range)) {
    const numbers = keys.of(segment, start, end);
    for (let row = 0; row < numbers.length; row++) if (mask === null || mask[row] === 1) seen[numbers[row]!] = true;
  }
  const found = Object.keys(seen).map((key) => toBinNumber(keys.valuesOf(Number(key))[0]));
  const numbers = Float64Array.from(new Set(found.filter((number) => number !== null))).toSorted();
  return numbers.length === 0 ? [] : levels.map((level) => quantile(numbers, level));
}
