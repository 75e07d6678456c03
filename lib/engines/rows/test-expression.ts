import { internal } from "../../base/errors.ts";
import type { ExpressionInput } from "../../events/expression-context.ts";
import { storedValue } from "../../events/filters/index.ts";
import type { FilterRow } from "../../events/filters/index.ts";
import type { ExpressionTest } from "../../events/expression-tests.ts";
import type { ExpressionFilter } from "../../events/filters/schema.ts";
import { openEvaluator } from "../../hogql/index.ts";
import type { Evaluate, Evaluator, Spent } from "../../hogql/index.ts";

/** Expressions that stay compiled for later questions. */
const MOST_KEPT = 100;

/**
 * Opens the tests of rows for one question after the other: each has its own time, and all share an evaluator, which takes
 * milliseconds to open and hundreds of kilobytes.
 */
export function openTestsOfExpressions(): () => ExpressionTest {
  const kept = new Map<string, Evaluate>();
  let evaluator: Evaluator | undefined;
  const compile = ({ key, context }: ExpressionFilter): Evaluate => {
    if (context === undefined) throw internal(new Error("The plan does not say what its expression reads."));
    const name = JSON.stringify([key, context]);
    const evaluate = kept.get(name) ?? (evaluator ??= openEvaluator()).open(key, "condition", context);
    kept.set(name, evaluate);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return evaluate;
  };
  return () => {
    const spent: Spent = { ms: 0 };
    const compiled = new Map<ExpressionFilter, Evaluate>();
    return (row, filter) => {
      const evaluate = compiled.get(filter) ?? compile(filter);
      compiled.set(filter, evaluate);
      const values = filter.context?.inputs.map((input) => read(row, input)) ?? [];
      return evaluate(values, spent) === 1;
    };
  };
}

function read(row: FilterRow, input: ExpressionInput): unknown {
  switch (input.of) {
    case "event":
      return storedValue(row.properties, input.key);
    case "person":
      return storedValue(row.personProperties, input.key);
    case "group":
      return storedValue(row.groupProperties(input.groupTypeIndex), input.key);
    case "column":
      return readColumn(row, input.key);
  }
}

function readColumn(row: FilterRow, key: Extract<ExpressionInput, { of: "column" }>["key"]): string | number | null {
  if (key === "person_created_at") return row.personCreatedMs ?? null;
  const value = row.column?.(key) ?? null;
  return key === "timestamp" && value !== null ? Date.parse(value) : value;
}
