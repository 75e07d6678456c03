/**
 * Query: SQL over the persons and events of one project, safe to offer to whoever holds a key with `query:read`.
 *
 * A statement is turned from HogQL's ways of saying things into SQLite's (`rewrite`) and handed to a
 * process of its own (`child`), because a statement cannot be interrupted inside one process: SQLite here knows neither
 * progress callbacks nor authorisers, and a thread cannot be stopped in the middle of a step. That process has a read-only
 * connection to the file (or a copy of a database in memory), lets the statement pass two walls (`guard`), runs it, and is
 * killed when it takes too long (`query-process`) or too much memory (`watch`). It stays warm: a small question takes a few ms.
 * There are two of them (`runner`), and callers take turns (`turns`): nobody's endless questions keep another's short one
 * waiting.
 *
 * Why it is sound. There is one text and one parser, SQLite's own; nothing here has to understand SQL as well as it does.
 * 1. The first word decides what kind of statement it is; only SELECT, VALUES and WITH go on, and what follows WITH must be
 *    read-only. Compiling a SELECT has no effects.
 * 2. *Names*: it is compiled on a mirror, an empty database that has tables of the views' names in `temp` and nothing else.
 *    Tables are resolved before anything is optimised away, and `temp` is searched first, so a text that compiles there
 *    names on the real connection, which has the views in `temp`, those same views: never `main.events`, never
 *    `personal_api_keys`. (Names of common table expressions win over both, in both. An unused one is never resolved, and
 *    never run. The views name their tables with `main.`, which no expression of the author can capture.)
 *    What every database has is found in both: SQLite's schema tables and table-valued functions. That is for the next wall.
 * 3. *Program*: EXPLAIN on the real connection, in the same snapshot, lists what would be run. It may open the pages of the
 *    tables behind the views, read-only; the virtual tables of JSON; and call functions of a list. The schema tables live
 *    on page 1, which is none of them.
 * 4. Each view reads its tables by the project's id, as an indexed key or as the first condition, or looks rows up by key
 *    from those that it found so. No expression of the author sees a row of another project, and no error can tell of one.
 * 5. The connection cannot write, the process holds nothing but that file, and its end disturbs no transaction.
 */
export { toQueryCsv, toQueryNdjson } from "./output.ts";
export type { Cell } from "./protocol.ts";
export { QueryInput, runQuery } from "./run-query.ts";
export type { QueryOptions, QueryResult } from "./run-query.ts";
export { createQueryRunner } from "./runner.ts";
export type { QueryRunner } from "./runner.ts";
