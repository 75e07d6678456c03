import { isFields } from "../../../lib/base/fields.ts";
import type { QueryNode, RetentionQuestion } from "../../../lib/index.ts";
import { requireArguments } from "../require-fields.ts";
import { differences, show, tell } from "../subset.ts";
import type { AssertedView } from "../test-view.ts";
import type { Verdict } from "./verdict.ts";

/** A RetentionQuery, or a question of the older dialect (`target_entity`, `returning_entity`, …). */
export type AskedRetention = QueryNode<"RetentionQuery"> | RetentionQuestion;

interface Row {
  label: string;
  values: readonly { count: number }[];
}

/**
 * Does a retention have this answer?
 * @param rows one list for each row, of how many came (back) in each period; the first rows are enough, and of a row the
 * first periods
 */
export async function retains(
  view: AssertedView,
  query: AskedRetention,
  rows: readonly (readonly number[])[],
): Promise<Verdict> {
  requireArguments(
    isFields(query) && Array.isArray(rows) && rows.every(Array.isArray),
    'toRetain({ kind: "RetentionQuery", retentionFilter: { … } }, [[3, 1], [2]])',
  );
  const result = await askRetention(view, query);
  const actual = result.map(({ values }) => values.map(({ count }) => count));
  const shown = rows.map((row, index) => (actual[index] ?? []).slice(0, row.length));
  const missed = differences(rows, shown, "rows");
  return {
    pass: missed.length === 0,
    expected: rows,
    actual: shown,
    message: () =>
      missed.length === 0
        ? `Expected retention not to be ${show(rows)}.`
        : `Expected another retention: ${missed.map(tell).join("; ")}.\n${describeRows(result, actual)}`,
  };
}

async function askRetention(view: AssertedView, query: AskedRetention): Promise<readonly Row[]> {
  if (!("kind" in query)) return (await view.insights.retention({ ...query, refresh: true })).result;
  requireArguments(query.kind === "RetentionQuery", "toRetain with a node of kind RetentionQuery");
  return (await view.ask(query, { refresh: true })).results as readonly Row[];
}

function describeRows(result: readonly Row[], actual: readonly (readonly number[])[]): string {
  if (result.length === 0) return "It has no rows.";
  return ["It is:", ...result.map(({ label }, index) => `  ${label}: ${(actual[index] ?? []).join(" ")}`)].join("\n");
}
