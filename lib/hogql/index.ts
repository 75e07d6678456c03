/**
 * HogQL: PostHog's SQL, compiled to SQLite's. `language/` cuts the text into tokens and parses them into a tree.
 * `compile/` gives each expression its type, by ClickHouse's names, and prints SQL: types decide how values are
 * compared and shown. `functions/` has ClickHouse's functions, most of them functions of a connection (`hog_…`).
 * `tables.ts` lists the tables.
 *
 * `sql` runs statements in a process of its own. `expression/` compiles expressions of questions, which SQLite
 * evaluates over values of columns, once for each distinct combination.
 *
 * A new function is a line of a table in `functions/` (values of one row), in `compile/calls/aggregate-calls.ts`, or,
 * when it is more than a call, in another file of `compile/calls/`.
 */
export type { TimeBounds } from "./compile/compilation.ts";
export type { Constant, Placeholders } from "./compile/compile-placeholder.ts";
export { compileStatement } from "./compile/compile-statement.ts";
export type { Rows, Statement } from "./compile/compile-statement.ts";
export { checkExpression, openEvaluator } from "./expression/evaluator.ts";
export type { Evaluate, EvaluateAll, EvaluateTotal, Evaluator, Spent } from "./expression/evaluator.ts";
export { HASH, shownIn, toTypeName } from "./compile/type.ts";
export type { Type } from "./compile/type.ts";
export type { SessionValues, Surroundings } from "./functions/function.ts";
export { ALLOWED_FUNCTIONS, addFunctions } from "./functions/register.ts";
export { isInstant, toWall } from "./functions/wall-clock.ts";
export { parseSingleExpression, parseStatement } from "./language/parse-query.ts";
export { quoteName, quoteText } from "./language/quote.ts";
export { printEventsSelect } from "./print-select.ts";
export { readExpression } from "./read-expression.ts";
export type { ReadExpression } from "./read-expression.ts";
export type { Reader } from "./reader.ts";
export { Refusal } from "./refusal.ts";
export { SESSION_PLACES, toSessionCell } from "./session-table.ts";
export type { SessionCell, SessionSource } from "./session-table.ts";
export type { SqlCondition, SqlFilters } from "./sql-filters.ts";
export { BASE_TABLES, TABLES, createMirror, createViews, setEventHours } from "./tables.ts";
