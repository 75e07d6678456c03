import { internal } from "../../base/errors.ts";
import type { ExpressionInput } from "../../events/expression-context.ts";
import { storedValue } from "../../events/filters/index.ts";
import type { FilterRow } from "../../events/filters/index.ts";
import type { ExpressionTest } from "../../events/expression-tests.ts";
import type { ExpressionFilter } from "../../events/filters/schema.ts";
import { openEvaluator } from "../../hogql/index.ts";
import type { Evaluate, Evaluator } from "../../hogql/index.ts";

/** Tests rows one by one; each expression, with its context, is compiled once. */
export function createTestOfExpressions(): ExpressionTest {
  const compiled = new Map<ExpressionFilter, Evaluate>();
  let evaluator: Evaluator | undefined;
  return (row, filter) => {
    const { key, context } = filter;
    if (context === undefined) throw internal(new Error("The plan does not say what its expression reads."));
    evaluator ??= openEvaluator();
    const evaluate = compiled.get(filter) ?? evaluator.open(key, "condition", context);
    compiled.set(filter, evaluate);
    return evaluate(context.inputs.map((input) => read(row, input))) === 1;
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
