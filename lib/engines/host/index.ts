/**
 * Engine host: runs the engine in threads, so that the caller's event loop stays free while questions are answered.
 *
 * `openEngine` puts the columns engine of a file into a thread with a database connection of its own: `thread` is the
 * caller's side, `serve-engine` and `service` are the thread's side. A database in memory is visible to the caller's
 * thread only, so its engine runs there. The rest of the library uses `hosted-engine`, which sends each question to one of
 * the two. The thread also stores blocks of the log as columns (`in-steps`), and builds
 * actor indexes, between questions (`service`).
 *
 * A log of more than 500,000 events gets up to four threads (`group-thread`); questions that take no sequences of events share them
 * from 4 million on (`sharedEvents`). Questions arrive at the first thread, which
 * calls the rest (`worker-pool`, over the message ports of `worker-link`). All threads run the same code on separate parts,
 * at one moment of the database, and exchange results in shared memory (`../columns/group/worker-group.ts`). When a
 * thread is dead, late or failing, the first thread answers alone: that costs time and no answer. After an import all
 * threads store blocks.
 *
 * Blocks are stored in the thread because the first step of a block takes about 55 ms of work, which would stop the
 * caller's event loop. Over a separate connection a capture waits only for the commit, 3 to 10 ms. Measured with 1,000
 * events a second (2 busy cores): captures p99 16 to 21 ms, the same as without storing; 205 to 400 ms when the caller's
 * thread stores.
 *
 * Invariants: a thread starts with its first work, or when a large file is opened; its death loses no answer of other threads; it never keeps the
 * process alive by itself. A question sees every earlier commit, since the log is the file. Cancelled work stops at the
 * next column or row that it requests (`stop-flag`). A new kind of question needs no change here.
 */
export { openEngine } from "./open-engine.ts";
export type { EngineHost, ProjectionProgress } from "./open-engine.ts";
export { serveEngine } from "./serve-engine.ts";
