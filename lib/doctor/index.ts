/**
 * Doctor: checks a database, and rebuilds its derived data.
 *
 * `runCheck` examines a file in a process of its own (`child`, by `examine`; `checks` has a file for each check): SQLite's pages
 * and indexes, references, JSON, the checksums of columns, the columns against the event log (`../columns/log/check-block`), sizes, pending
 * work. It opens the file read-only and as it is, so that it works where `createHoglet` refuses, and beside a running
 * server, which never waits for it. `repair` then rebuilds indexes and columns, over the ordinary connection.
 *
 * Invariants: checks never write; a check that fails because of damage becomes a finding, and the next check runs;
 * findings name rows and blocks, never values, since they end up in logs and tickets.
 */
export { checkFile } from "./check.ts";
export type { CheckOptions } from "./check.ts";
export type { Checkup, CheckProgress, Finding } from "./report.ts";
export { Checked, checkHoglet } from "./check-hoglet.ts";
