/**
 * Engine host: runs the engine in threads, so that the caller's event loop stays free.
 *
 * `openEngine` puts the columns engine of a file into a thread with its own connection: `thread` is the caller's side,
 * `serve-engine` and `service` the thread's. A database in memory is visible to the caller's thread only, so its engine
 * runs there. `hosted-engine` sends each question to one of the two. Between questions the thread also stores blocks of
 * the log as columns (`in-steps`), and builds actor indexes (`service`).
 *
 * A log of more than 500,000 events gets up to four threads (`group-thread`); questions that take no sequences of
 * events share them from 4 million on (`sharedEvents`). The first thread gets the questions and calls the rest
 * (`worker-pool`, over the ports of `worker-link`). All run the same code on separate parts, at one moment of the
 * database, and exchange results in shared memory (`../columns/group/worker-group.ts`). When a thread is dead, late or
 * failing, the first thread answers alone. After an import all threads store blocks.
 *
 * Blocks are stored in the thread because a block's first step takes about 55 ms. Over a separate connection a capture
 * waits only for the commit, 3 to 10 ms.
 *
 * Invariants: a thread starts with its first work, or when a large file is opened; its death loses no answer of other
 * threads; it never keeps the process alive. A question sees every earlier commit, since the log is the file. Cancelled
 * work stops at the next column or row that it requests (`stop-flag`).
 */
export { openEngine } from "./open-engine.ts";
export type { EngineHost, ProjectionProgress } from "./open-engine.ts";
export { serveEngine } from "./serve-engine.ts";
