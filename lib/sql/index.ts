/**
 * Query: SQL over the persons and events of one project, safe to offer to everybody who holds a key with `query:read`.
 *
 * A statement is sent to a process of its own (`child`), which compiles HogQL to SQLite's SQL and runs it, because a
 * statement cannot be interrupted inside one process: SQLite here knows neither progress callbacks nor authorisers, and
 * a thread cannot be stopped in the middle of a step. That process has a read-only connection to the file (or a copy of
 * a database in memory), compiles the statement, checks the result twice (`guard`), runs it, and is killed when it takes too long
 * (`query-process`) or too much memory (`watch`). It stays warm: a small question takes a few ms. A database that is closed
 * leaves it to the next of the same program, for tests that open one each. Two such processes exist (`runner`), and
 * callers take turns (`turns`), so one caller's endless questions do not keep another caller's short question waiting.
 *
 * `hogql` compiles a statement. SQLite reads the rows of all tables but `sessions`. `read-sessions.ts` asks the engine for the sessions
 * and for the columns of them that a statement names, and they are sent to the process along with it. The engine's answer is as new as
 * every write that was acknowledged before the question, and may be older than the events that the statement reads. `cell.ts` turns
 * SQLite's values into those of an answer.
 *
 * The reasons why this is safe do not include the compiler: its result is checked as if its author had written it. There is
 * one SQL text and one parser, SQLite's own; no code here has to understand SQL as well as SQLite does.
 * 1. The first word decides what kind of statement it is; only SELECT, VALUES and WITH are allowed, and the statement
 *    after WITH must be read-only. Compiling a SELECT has no effects.
 * 2. *Names*: the statement is compiled on a mirror, an empty database that has tables of the views' names in `temp`
 *    and nothing else. Tables are resolved before anything is optimised away, and `temp` is searched first, so on the
 *    real connection, which has the views in `temp`, the same text names the same views: never `main.events`, never
 *    `personal_api_keys`. (Names of common table expressions win over both, in both. An unused expression is never
 *    resolved and never run. The views name their tables with `main.`, which no expression of the author can capture.)
 *    SQLite's schema tables and table-valued functions exist in both databases; the next check deals with them.
 * 3. *Program*: EXPLAIN on the real connection, in the same snapshot, lists the program. The program may open the pages
 *    of the tables behind the views, read-only; the virtual tables of JSON, and that of sessions behind its view; and call
 *    allowed functions. The schema
 *    tables live on page 1, which is not allowed.
 * 4. Each view reads its tables by the project's id, as an indexed key or as the first condition, or looks rows up by
 *    key from rows found in this way. No expression of the author sees a row of another project, and no error can
 *    reveal its existence.
 * 5. The connection cannot write, the process holds nothing but that file, and its end disturbs no transaction.
 */
export { toQueryCsv, toQueryNdjson } from "./output.ts";
export type { Cell } from "./protocol.ts";
export { checkSql, describeTables } from "./check-sql.ts";
export type { CheckedSql, DescribedTable, SqlNotice } from "./check-sql.ts";
export { readFilters, toSqlCondition } from "./read-filters.ts";
export type { FiltersInput } from "./read-filters.ts";
export { ConstantField, MAX_SQL_CHARS, QueryInput, runQuery, runStatement } from "./run-query.ts";
export type { QueryOptions, QueryParts, QueryResult } from "./run-query.ts";
export { createQueryRunner } from "./runner.ts";
export type { QueryRunner } from "./runner.ts";
