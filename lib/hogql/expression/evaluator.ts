import { HogletError, invalid } from "../../base/errors.ts";
import { performance } from "../../base/platform.ts";
import { createRecent } from "../../base/recent.ts";
import { parseNumber } from "../../events/filters/index.ts";
import { openEmpty } from "../../storage/index.ts";
import type { ExpressionContext, ExpressionInput, ExpressionSubject } from "../../events/expression-context.ts";
import { compileParsed } from "../compile/compile-statement.ts";
import { addFunctions } from "../functions/register.ts";
import { hasAggregate, isAggregateCall } from "../compile/has-aggregate.ts";
import { parseSingleExpression, parseStatement } from "../language/parse-query.ts";
import { toCall } from "../language/parse-name.ts";
import type { Expression } from "../language/tree.ts";
import { ANY } from "../compile/type.ts";
import type { Family } from "../compile/type.ts";
import { Refusal } from "../refusal.ts";
import { requireAggregated } from "./require-aggregated.ts";
import { createInputViews } from "./input-views.ts";
import type { Count } from "./input-views.ts";
import { readInputs } from "./read-inputs.ts";

/** A condition or a text of one event, or a number of many. */
export type ExpressionUse = "condition" | "text" | "total";

/** The values that an expression reads of one event, in the order of its inputs; undefined = the event has none. */
export type ExpressionValues = readonly unknown[];

/** The time in ms of a question's evaluations. */
export interface Spent {
  ms: number;
}

/**
 * 1 or 0 for a condition, else a text; null = NULL.
 * @param spent of the question. @default that of the evaluator
 * @throws HogletError 400 for values that it cannot take, and after 60 s
 */
export type Evaluate = (values: ExpressionValues, spent?: Spent) => string | number | null;

/**
 * `Evaluate` for many events in order, three times as fast. @throws HogletError as `Evaluate`, and errors of the list
 */
export type EvaluateAll = (events: Iterable<ExpressionValues>) => (string | number | null)[];

/** An expression of aggregates over events. */
export interface EvaluateTotal {
  /** Do equal events count the same when given once, with their number? */
  takesTimes: boolean;
  /**
   * 0 = it is NULL, or no number.
   * @param times the number of each event; only if `takesTimes`. @default 1
   * @throws HogletError 400 as `Evaluate`, and errors of the list
   */
  of(events: Iterable<ExpressionValues>, times?: ArrayLike<number>): number;
}

export interface CheckedExpression {
  inputs: ExpressionInput[];
  /** Does its value depend on the time of asking? */
  asksTime: boolean;
}

/** The parts of the context on which the compiled form depends, beside text and use. */
type Place = Pick<ExpressionContext, "timezone" | "subject">;

/** Checked expressions that are kept, and compiled ones of each evaluator: enough for several dashboards. */
const MOST_KEPT = 100;

const checked = createRecent<CheckedExpression>(MOST_KEPT);

/**
 * Lists what an expression reads.
 * @throws Refusal when the text is no expression, or a name, a function or a type in it is wrong
 */
export function checkExpression(text: string, use: ExpressionUse, place: Place): Readonly<CheckedExpression> {
  return checked.get(keyOf(text, use, place), () => check(text, use, place));
}

function keyOf(text: string, use: ExpressionUse, { timezone, subject }: Place): string {
  return JSON.stringify([use, timezone, subject, text]);
}

function check(text: string, use: ExpressionUse, { timezone, subject }: Place): CheckedExpression {
  const node = parseExpressionOf(text, use);
  const inputs = readInputs(node, subject);
  const { sql, columns } = compile(text, node, { timezone, subject });
  const { family, name } = columns[0]?.type ?? ANY;
  if (use === "total" && !NUMBERS.has(family)) throw new Refusal(`Expected a number, and this is of type ${name}.`);
  return { inputs, asksTime: /\bhog_(?:now|today)\(/.test(sql) };
}

/** Families that may be numbers. */
const NUMBERS: ReadonlySet<Family> = new Set(["number", "bool", "property", "any", "null"]);

function parseExpressionOf(text: string, use: ExpressionUse): Expression {
  const parsed = parseSingleExpression(text);
  const node = parsed.kind === "alias" ? parsed.arg : parsed;
  if (use === "total") {
    requireAggregated(node);
    return node;
  }
  if (hasAggregate(node)) throw new Refusal("An aggregate cannot stand in an expression of single events.");
  const { start, end } = node;
  const call =
    use === "text" ? toCall("toString", [node]) : toCall("and", [node, { kind: "constant", value: 1, start, end }]);
  return { ...call, start, end };
}

/** A row for each event. */
const ALL_ROWS = { otherwise: 2 ** 32, most: 2 ** 32 };
const NO_VALUES = { values: {}, variables: {}, filters: null };

const FROM: Readonly<Record<ExpressionSubject, string>> = { event: "events", person: "persons" };

function compile(text: string, node: Expression, { timezone, subject }: Place, areEventsCounted = false) {
  const query = parseStatement(`SELECT 1 FROM ${FROM[subject]}`);
  if (query.first.kind !== "select") throw new Error("unreachable: the statement is a SELECT");
  // DISTINCT does not change a row of aggregates, and prevents that a table of counts stands for the events.
  const first = { ...query.first, columns: [node], isDistinct: hasAggregate(node) };
  return compileParsed(text, { ...query, first }, timezone, NO_VALUES, {
    ...ALL_ROWS,
    areEventsCounted,
    haveEventsCohorts: true,
  });
}

/** Evaluates expressions in this thread: SQLite runs them over one event, or many. */
export interface Evaluator {
  open(text: string, use: Exclude<ExpressionUse, "total">, context: ExpressionContext): Evaluate;
  /** @param spent of the question */
  openAll(text: string, use: Exclude<ExpressionUse, "total">, context: ExpressionContext, spent: Spent): EvaluateAll;
  openTotal(text: string, context: ExpressionContext, spent?: Spent): EvaluateTotal;
  close(): void;
}

function unreachable(): never {
  throw new Error("unreachable: expressions read no table of sessions and no names");
}

/** Bound in ms of a question's evaluations in one thread. Usual ones take 5 µs each. */
const MOST_MS = 60_000;

/** Opens an evaluator. It has databases of its own, without any data: one that shows an event, and one that shows many. */
export function openEvaluator(): Evaluator {
  const own: Spent = { ms: 0 };
  let surroundings: Pick<ExpressionContext, "timezone" | "weekStartDay" | "nowMs"> | null = null;
  const openViews = (count: Count) => {
    const db = openEmpty();
    const views = createInputViews(db, count);
    const sessions = { count: 0, at: unreachable, of: views.ofSession };
    addFunctions(db, () => {
      if (surroundings === null) throw new Error("unreachable: functions are called by expressions alone");
      return {
        projectId: 0,
        personName: unreachable,
        isInCohort: unreachable,
        sessions,
        ...surroundings,
      };
    });
    const statements = createRecent<ReturnType<typeof prepare>>(MOST_KEPT);
    const prepare = (text: string, use: ExpressionUse, place: Place) => {
      const node = parseExpressionOf(text, use);
      const isCounted = use === "total" && takesTimes(node);
      const { sql, values } = compile(text, node, place, isCounted);
      return { isCounted, values, statement: orRefuse(text, () => db.prepare(sql).pluck()) };
    };
    return {
      db,
      show: views.show,
      compiled: (text: string, use: ExpressionUse, place: Place) =>
        statements.get(keyOf(text, use, place), () => prepare(text, use, place)),
    };
  };
  const opened: Partial<Record<Count, ReturnType<typeof openViews>>> = {};
  const open = (count: Count, text: string, use: ExpressionUse, context: ExpressionContext) => {
    const { show, compiled } = (opened[count] ??= openViews(count));
    const { isCounted, values, statement } = compiled(text, use, context);
    const run = (events: Iterable<ExpressionValues>, times?: ArrayLike<number>, spent = own) => {
      surroundings = context;
      const startedMs = performance.now();
      const requireTime = () => {
        if (spent.ms + performance.now() - startedMs > MOST_MS)
          throw refused(text, `An expression takes more than ${MOST_MS / 1000} s: ask in SQL`);
      };
      show({ inputs: context.inputs, events, times }, requireTime);
      const results = orRefuse(text, () => statement.all(values) as (string | number | null)[]);
      requireTime();
      spent.ms += performance.now() - startedMs;
      return results;
    };
    return { isCounted, run };
  };
  return {
    open(text, use, context) {
      const { run } = open("one", text, use, context);
      return (values, spent) => run([values], undefined, spent)[0] ?? null;
    },
    openAll(text, use, context, spent) {
      const isOfProperties = context.inputs.every(({ of }) => of === "event");
      const { run } = open(isOfProperties ? "list" : "many", text, use, context);
      return (events) => run(events, undefined, spent);
    },
    openTotal(text, context, spent) {
      const { isCounted, run } = open("many", text, "total", context);
      return { takesTimes: isCounted, of: (events, times) => toTotal(run(events, times, spent)[0] ?? null) };
    },
    close() {
      for (const { db } of Object.values(opened)) db.close();
    },
  };
}

function refused(text: string, reason: string): HogletError {
  return invalid(null, `${reason} (in: ${text.slice(0, 200)})`);
}

/** SQLite may refuse a statement, or a function a value. */
function orRefuse<T>(text: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof HogletError) throw error;
    throw refused(text, error instanceof Error ? error.message : String(error));
  }
}

function toTotal(value: string | number | null): number {
  const number = typeof value === "string" ? parseNumber(value) : value;
  return number !== null && Number.isFinite(number) ? number : 0;
}

/** Aggregates that equal rows change by their number, or not at all. Sums of floats depend on the order. */
const ALIKE = new Set(
  `count countif countdistinct uniq uniqif uniqexact uniqexactif min minif max maxif any anyif`.split(/\s+/),
);

/** Does an expression have only these? */
function takesTimes(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return true;
  const node = part as Expression;
  if (node.kind === "call" && isAggregateCall(node)) {
    return ALIKE.has(node.name.toLowerCase()) && node.orderBy.length === 0 && node.parameters === null;
  }
  return Object.values(node).every(takesTimes);
}
