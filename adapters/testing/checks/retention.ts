import type { RetentionQuestion } from "../../../lib/index.ts";
import { differences, show, tell } from "../subset.ts";
import type { TestView } from "../test-view.ts";
import type { Verdict } from "./verdict.ts";

/**
 * Does a retention question have this answer?
 * @param query of the retention interface: `target_entity`, `returning_entity`, `period`, `total_intervals`, …
 * @param rows one list for each row, of how many came (back) in each period; the first rows are enough, and of a row the
 * first periods
 */
export async function retains(
  view: TestView,
  query: RetentionQuestion,
  rows: readonly (readonly number[])[],
): Promise<Verdict> {
  const { result } = await view.insights.retention({ ...query, refresh: true });
  const actual = result.map(({ values }) => values.map(({ count }) => count));
  const shown = rows.map((row, index) => (actual[index] ?? []).slice(0, row.length));
  const missed = differences(rows, shown, "rows");
  return {
    pass: missed.length === 0,
    expected: rows,
    actual,
    message: () =>
      missed.length === 0
        ? `Expected retention not to be ${show(rows)}.`
        : `Expected another retention: ${missed.map(tell).join("; ")}.\n${describeRows(result, actual)}`,
  };
}

function describeRows(result: readonly { label: string }[], actual: readonly (readonly number[])[]): string {
  if (result.length === 0) return "It has no rows.";
  return ["It is:", ...result.map(({ label }, index) => `  ${label}: ${(actual[index] ?? []).join(" ")}`)].join("\n");
}
