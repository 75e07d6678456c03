/**
 * Engine: where questions are answered, so that the host's event loop is free meanwhile.
 *
 * `openEngine` puts the engine of a file (columns) into a thread with a
 * connection of its own (`thread` here, `serve-engine` and `service` there), and keeps that of a database in memory in the caller's
 * thread, which alone can see it. `hosted-engine` is the engine that the rest of the library knows: it sends each question to
 * either. Blocks of the log are stored as columns there too (`in-steps`), between questions.
 *
 * A log of more than 500,000 events has several threads, up to four (`group-thread`). Questions come to the first one, which calls
 * the others (`worker-pool`, over the message ports of `worker-link`): all run the same code on a part each, at one moment of the database, and
 * exchange what they need in shared memory (see `../columns/group/worker-group.ts`). A thread that is dead, late for the moment or in trouble
 * costs time alone: the first one then answers by itself. After an import all of them store blocks.
 *
 * Why blocks are stored there: the first step of one takes about 55 ms of work, during which the caller's event loop would
 * stand still; over a connection of its own only the commit, 3 to 10 ms, can make a capture wait. Measured with 1,000 events a
 * second meanwhile (2 busy cores): captures p99 16 to 21 ms as without, against 205 to 400 ms on the caller's thread.
 *
 * Invariants: the thread starts when there is something to do for it, dies without taking answers of others with it, and never
 * keeps the process alive by itself; a question sees every commit before it, since the log is the file; what is cancelled stops
 * at the next column or row that it asks for (`stop-flag`); a new kind of question needs no line here.
 */
export { openEngine } from "./open-engine.ts";
export type { EngineHost, ProjectionProgress } from "./open-engine.ts";
export { serveEngine } from "./serve-engine.ts";
