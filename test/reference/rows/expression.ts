import type { ExpressionContext, ExpressionInput } from "../../../lib/events/expression-context.ts";
import { storedValue } from "./filters/value.ts";
import { openEvaluator } from "../../../lib/hogql/index.ts";
import type { Evaluate } from "../../../lib/hogql/index.ts";
import type { EventRow } from "../../../lib/port/row.ts";

interface Expression {
  key: string;
  context?: ExpressionContext;
}

/** The value of an expression of aggregates over rows; without rows 0. SQLite evaluates it, over what is read of each row here. */
export function totalOf(rows: readonly EventRow[], { key, context }: Expression): number {
  if (rows.length === 0) return 0;
  const { inputs } = requireContext(context);
  const evaluator = openEvaluator();
  try {
    const events = rows.map((row) => inputs.map((input) => readInput(row, input)));
    return evaluator.openTotal(key, requireContext(context)).of(events);
  } finally {
    evaluator.close();
  }
}

const compiled = new WeakMap<Expression, Evaluate>();

/** The text of an expression of an event; null = it is NULL. SQLite evaluates it. */
export function textOf(row: EventRow, expression: Expression): string | null {
  const context = requireContext(expression.context);
  const evaluate = compiled.get(expression) ?? openEvaluator().open(expression.key, "text", context);
  compiled.set(expression, evaluate);
  const text = evaluate(context.inputs.map((input) => readInput(row, input)));
  return text === null ? null : String(text);
}

function requireContext(context: ExpressionContext | undefined): ExpressionContext {
  if (context === undefined) throw new TypeError("The plan does not say what its expression reads.");
  return context;
}

function readInput(row: EventRow, input: ExpressionInput): unknown {
  if (input.of === "column") {
    if (input.key === "person_created_at") return row.personCreatedMs;
    if (input.key === "uuid") return row.arrival?.().uuid;
    if (input.key === "created_at") return row.arrival?.().receivedMs;
    if (input.key === "elements_chain")
      throw new TypeError("The reference knows no elements in expressions of values.");
    return input.key === "timestamp" ? row.timestampMs : row.column(input.key);
  }
  if (input.of === "group") return storedValue(row.groupProperties(input.groupTypeIndex), input.key);
  if (input.of === "session") return row.sessionValue(input.key);
  if (input.of === "cohort") throw new TypeError("The reference knows no cohorts in expressions of values.");
  return storedValue(input.of === "event" ? row.properties : row.personProperties, input.key);
}
