/**
 * hoglet/clickhouse: the same handle, answered by ClickHouse. SQLite stays the truth for capture, persons, identity and
 * configuration; ClickHouse follows the log and answers questions over as many events as it holds.
 *
 * `engine` connects (`connection`), makes the tables (`migrations`) and follows the feed (`follower`): entries become
 * rows (`encode`). A shipment is noted before it is sent, and every insert has its token, so that each row is stored
 * once, whichever side is killed. One process follows at a time (`own-copy`, `feed.claim`), in the background
 * (`follow-on`). A question waits for the writes before it; then the copy does not change while questions run
 * (`turns`), so that all statements see one moment. `answer` chooses: kinds with an exact form are asked in SQL
 * (`sql/`), funnels by the rows of each actor in the format Native (`native`); for others `gather` reads the rows that
 * the plan needs (`needs`), and hoglet's own engine answers over them. Deleted rows leave the answers at once and the
 * files later (`erase`).
 *
 * Why `@clickhouse/client`: it is the official client, with compression, streaming and typed errors, and without
 * dependencies.
 *
 * Invariants: ClickHouse never reads JSON or dates; hoglet's own rule makes the texts of properties when they are
 * stored. Errors are sentences (`trouble`); the server's words stay in the log. Nothing is lost while it is down: the
 * feed waits in SQLite.
 */
import type { OpenEngine } from "../../lib/engine.ts";
import { openClickhouse } from "./engine.ts";
import { parseOptions } from "./options.ts";
import type { ClickhouseOptions } from "./options.ts";

export type { ClickhouseOptions } from "./options.ts";

/**
 * The engine of ClickHouse, for the option `engine` of `createHoglet`. It needs the package `@clickhouse/client`. Give a
 * database of ClickHouse to one file. One process with the file follows and answers; another takes over when it ends.
 * @example
 * const hoglet = await createHoglet({
 *   file: "analytics.db",
 *   engine: clickhouse({ url: "http://localhost:8123", username: "hoglet", password: "…", database: "hoglet" }),
 * });
 * @throws HogletError `misconfigured` naming the option
 */
export function clickhouse(options: ClickhouseOptions): OpenEngine {
  const settings = parseOptions(options);
  return (source) => openClickhouse(source, settings);
}
