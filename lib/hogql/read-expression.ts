import { invalid } from "../base/errors.ts";
import { hasAggregate } from "./compile/has-aggregate.ts";
import { parseSingleExpression } from "./language/parse-query.ts";
import { Refusal } from "./refusal.ts";

/** An expression in a table's query, such as a member of `select`. */
export interface ReadExpression {
  /** The name after AS; null = none. */
  alias: string | null;
  /** Has it an aggregate, so that rows are grouped by the other columns? */
  isAggregate: boolean;
  /** Is it the same for all rows? */
  isConstant: boolean;
}

/**
 * Reads one expression and no more: its text may stand in a SELECT with a line end after it.
 * @throws HogletError 400 for a text that is no expression
 */
export function readExpression(text: string): ReadExpression {
  try {
    const node = parseSingleExpression(text);
    const bare = node.kind === "alias" ? node.arg : node;
    return {
      alias: node.kind === "alias" ? node.name : null,
      isAggregate: hasAggregate(node),
      isConstant: bare.kind === "constant",
    };
  } catch (error) {
    if (error instanceof Refusal) throw invalid(null, `${error.message} (in: ${text.slice(0, 200)})`, error.code);
    throw error;
  }
}
