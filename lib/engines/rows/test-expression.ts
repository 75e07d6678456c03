import { internal } from "../../base/errors.ts";
import type { ExpressionInput } from "../../events/expression-context.ts";
import { storedValue } from "../../events/filters/index.ts";
import type { FilterNode } from "../../events/filters/index.ts";
import { openEvaluator } from "../../hogql/index.ts";
import type { Evaluate, Evaluator } from "../../hogql/index.ts";
import type { EventRow } from "../../port/row.ts";

type ExpressionFilter = Extract<FilterNode, { type: "hogql" }>;

/** Does a row fulfil an expression? */
export type TestExpression = (row: Omit<EventRow, "fulfils">, filter: ExpressionFilter) => boolean;

/** Tests rows one by one; each expression is compiled once. */
export function createTestOfExpressions(): TestExpression {
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

function read(row: Omit<EventRow, "fulfils">, input: ExpressionInput): unknown {
  switch (input.of) {
    case "event":
      return storedValue(row.properties, input.key);
    case "person":
      return storedValue(row.personProperties, input.key);
    case "group":
      return storedValue(row.groupProperties(input.groupTypeIndex), input.key);
    case "column":
      return input.key === "timestamp" ? row.timestampMs : row.column(input.key);
  }
}
