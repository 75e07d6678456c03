import { invalid } from "../../base/errors.ts";
import { performance } from "../../base/platform.ts";
import { openEmpty } from "../../storage/index.ts";
import type { ExpressionContext, ExpressionInput } from "../../events/expression-context.ts";
import { compileParsed } from "../compile/compile-statement.ts";
import { addFunctions } from "../functions/register.ts";
import { hasAggregate } from "../compile/has-aggregate.ts";
import { parseSingleExpression, parseStatement } from "../language/parse-query.ts";
import { toCall } from "../language/parse-name.ts";
import type { Expression } from "../language/tree.ts";
import { Refusal } from "../refusal.ts";
import { createInputViews } from "./input-views.ts";
import { readInputs } from "./read-inputs.ts";

/** The use of an expression's value: as a condition, or as a text. */
export type ExpressionUse = "condition" | "text";

/** The values that an expression reads of one event, in the order of its inputs; undefined = the event has none. */
export type ExpressionValues = readonly unknown[];

/** Evaluates an expression: 1 or 0 for a condition, else a text; null = it is NULL. @throws HogletError 400 for values that it cannot take */
export type Evaluate = (values: ExpressionValues) => string | number | null;

/** An expression that can be evaluated. */
export interface CheckedExpression {
  inputs: ExpressionInput[];
  /** Does its value depend on the time at which it is asked? */
  asksTime: boolean;
}

/**
 * Reads an expression, and says what it reads.
 * @throws Refusal when it is none, or a name, a function or a type in it is wrong
 */
export function checkExpression(text: string, use: ExpressionUse, timezone: string): CheckedExpression {
  const node = parseExpressionOf(text, use);
  const inputs = readInputs(node);
  const { sql } = compile(text, node, timezone);
  return { inputs, asksTime: /\bhog_(?:now|today)\(/.test(sql) };
}

function parseExpressionOf(text: string, use: ExpressionUse): Expression {
  const parsed = parseSingleExpression(text);
  const node = parsed.kind === "alias" ? parsed.arg : parsed;
  if (hasAggregate(node)) throw new Refusal("An aggregate cannot stand in an expression of single events.");
  const { start, end } = node;
  const call =
    use === "text" ? toCall("toString", [node]) : toCall("and", [node, { kind: "constant", value: 1, start, end }]);
  return { ...call, start, end };
}

/** Rows of a statement for one event. */
const ONE_ROW = { otherwise: 1, most: 1 };
const NO_VALUES = { values: {}, variables: {}, filters: null };

function compile(text: string, node: Expression, timezone: string) {
  const query = parseStatement("SELECT 1 FROM events");
  if (query.first.kind !== "select") throw new Error("unreachable: the statement is a SELECT");
  const parsed = { ...query, first: { ...query.first, columns: [node] } };
  return compileParsed(text, parsed, timezone, NO_VALUES, ONE_ROW);
}

/** Evaluates expressions of events in this thread: SQLite runs them over the values of one event. */
export interface Evaluator {
  open(text: string, use: ExpressionUse, context: ExpressionContext): Evaluate;
  close(): void;
}

function unreachable(): never {
  throw new Error("unreachable: expressions read no sessions and no names");
}

/** Time in ms of all evaluations of a question in one thread. Honest ones take 5 µs. */
const MOST_MS = 60_000;

/** Opens an evaluator. It has a database of its own, without any data. */
export function openEvaluator(): Evaluator {
  let spentMs = 0;
  let surroundings: Pick<ExpressionContext, "timezone" | "weekStartDay" | "nowMs"> | null = null;
  const db = openEmpty();
  addFunctions(db, () => {
    if (surroundings === null) throw new Error("unreachable: functions are called by expressions alone");
    return {
      projectId: 0,
      personName: unreachable,
      sessions: { count: 0, at: unreachable, of: unreachable },
      ...surroundings,
    };
  });
  const show = createInputViews(db);
  return {
    open(text, use, context) {
      const { sql, values } = compile(text, parseExpressionOf(text, use), context.timezone);
      const { inputs } = context;
      /** SQLite refuses a statement, or a function a value that it cannot take. */
      const orRefuse = <T>(run: () => T): T => {
        try {
          return run();
        } catch (error) {
          throw refused(error instanceof Error ? error.message : String(error));
        }
      };
      const refused = (reason: string) => invalid(null, `${reason} (in: ${text.slice(0, 200)})`);
      const statement = orRefuse(() => db.prepare(sql).pluck());
      return (given) => {
        surroundings = context;
        const startedMs = performance.now();
        show(inputs, given);
        const result = orRefuse(() => statement.get(values) as string | number | null);
        spentMs += performance.now() - startedMs;
        if (spentMs > MOST_MS) throw refused(`An expression takes more than ${MOST_MS / 1000} s: ask in SQL`);
        return result;
      };
    },
    close: () => void db.close(),
  };
}
