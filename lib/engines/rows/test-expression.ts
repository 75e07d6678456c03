import { internal, invalid } from "../../base/errors.ts";
import type { ExpressionColumn, ExpressionInput } from "../../events/expression-context.ts";
import { elementsChainText } from "../../events/elements/index.ts";
import { compileFilter, storedValue } from "../../events/filters/index.ts";
import type { CohortLookup, FilterRow } from "../../events/filters/index.ts";
import type { ExpressionTest } from "../../events/expression-tests.ts";
import type { ExpressionFilter } from "../../events/filters/filter-node.ts";
import { openEvaluator } from "../../hogql/index.ts";
import type { Evaluate, Evaluator, Spent } from "../../hogql/index.ts";

/**
 * Tests of rows for one question after the other: each has its own time, and all share an evaluator, which takes
 * milliseconds and hundreds of kilobytes.
 */
export function openTestsOfExpressions(): () => ExpressionTest {
  let evaluator: Evaluator | undefined;
  const compile = ({ key, context }: ExpressionFilter): Evaluate => {
    if (context === undefined) throw internal(new Error("The plan does not say what its expression reads."));
    return (evaluator ??= openEvaluator()).open(key, "condition", context);
  };
  return () => {
    const spent: Spent = { ms: 0 };
    const compiled = new Map<ExpressionFilter, Evaluate>();
    return (row, filter, cohorts) => {
      const evaluate = compiled.get(filter) ?? compile(filter);
      compiled.set(filter, evaluate);
      const values = filter.context?.inputs.map((input) => read(row, input, cohorts)) ?? [];
      return evaluate(values, spent) === 1;
    };
  };
}

/** Refuses inputs that a row lacks: some readers know no sessions, or only what filters ask for. */
function requireRead(input: ExpressionInput, row: FilterRow): void {
  const isOfArrival = input.of === "column" && (input.key === "uuid" || input.key === "created_at");
  const isMissing =
    (input.of === "session" && row.sessionValue === undefined) || (isOfArrival && row.arrival === undefined);
  if (isMissing)
    throw invalid(null, `Expressions that read ${input.key} of ${input.of}s are for insights.`, "unsupported");
}

function read(row: FilterRow, input: ExpressionInput, cohorts: CohortLookup): unknown {
  requireRead(input, row);
  switch (input.of) {
    case "event":
      return storedValue(row.properties, input.key);
    case "person":
      return storedValue(row.personProperties, input.key);
    case "group":
      return storedValue(row.groupProperties(input.groupTypeIndex), input.key);
    case "session":
      return row.sessionValue?.(input.key);
    case "cohort":
      return Number(input.filter !== undefined && compileFilter(input.filter, cohorts)(row));
    case "column":
      return readColumn(row, input.key);
  }
}

function readColumn(row: FilterRow, key: ExpressionColumn): string | number | null {
  switch (key) {
    case "person_created_at":
      return row.personCreatedMs ?? null;
    case "uuid":
      return row.arrival?.().uuid ?? null;
    case "created_at":
      return row.arrival?.().receivedMs ?? null;
    case "elements_chain":
      return elementsChainText(row.elements?.() ?? []);
    case "timestamp": {
      const instant = row.column?.(key) ?? null;
      return instant === null ? null : Date.parse(instant);
    }
    default:
      return row.column?.(key) ?? null;
  }
}
