import { invalid } from "../../base/errors.ts";
import type { ExpressionTests } from "../../events/expression-tests.ts";
import type { ExpressionFilter } from "../../events/filters/filter-node.ts";
import { openTestsOfExpressions } from "../../engines/rows/index.ts";
import type { Context } from "../context.ts";
import { requireExpression, surroundingsOf, toContext } from "./with-expressions.ts";

/** Tests rows by expressions, for readers of rows that ask no engine. */
export function createExpressionTests({ db, clock }: Pick<Context, "db" | "clock">): ExpressionTests {
  const open = openTestsOfExpressions();
  return {
    open(projectId) {
      const test = open();
      const complete = new Map<ExpressionFilter, ExpressionFilter>();
      let surroundings: ReturnType<typeof surroundingsOf> | undefined;
      return (row, filter, cohorts) => {
        surroundings ??= surroundingsOf(db, projectId, clock.now());
        const known = complete.get(filter) ?? { ...filter, context: toContext(filter, surroundings) };
        complete.set(filter, known);
        return test(row, known, cohorts);
      };
    },
    require({ key, subject }, field) {
      const inputs = requireExpression(key, "condition", { field, subject });
      const unread = inputs.find((input) => input.of === "session" || input.of === "cohort");
      if (unread === undefined) return;
      const part = unread.of === "session" ? `session.${unread.key}` : "IN COHORT";
      const detail = `${part} can stand in expressions of insights, and not here (in: ${key.slice(0, 200)})`;
      throw invalid(field, detail, "unsupported");
    },
  };
}
