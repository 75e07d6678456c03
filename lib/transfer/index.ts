/**
 * Transfer: a project as NDJSON, one object a line, the same from export to import.
 *
 * Export (`exportLines`) reads pages by id and hands out one line at a time. Import goes in two steps:
 *
 * 1. **Staging** (`stage.ts`): the source is read, however slowly it comes, and each line is checked and put as a typed
 *    row (`staged-line.ts`, `put.ts`) into a private temporary database beside the real one (`staging.ts`). Nothing is
 *    locked, the event loop turns every thousand lines, and memory stays bounded: beyond a cache of distinct ids everything
 *    is on disk (SQLite's temporary folder needs about as much space as the file). Bad lines are known before anything real
 *    is written.
 * 2. **The move** (`move.ts`): one synchronous transaction puts the rows where they belong. Persons come first, so that
 *    the order of lines does not matter, and a person without `created_at` can get its earliest event's time.
 *
 * Why one transaction and not one per chunk: an import has happened or it has not. Whatever goes wrong (a bad line, an
 * id that was taken meanwhile, a full disk, a killed process) leaves nothing behind, and the answer is always to run it
 * again; chunks could only be resumed if every line had a uuid of its own. The price: every other
 * writer to the file waits while rows move: 0.3 s per 100,000 events into a small file, 0.7 s when two million with random
 * uuids are moved at once (Node 20, 2 cores; everything included that was 66,000 to 93,000 events/s). Captures wait for 4.5 s,
 * then they get 503. Whoever imports a million into a server that is receiving events splits the file (person lines first):
 * each part is whole, and importing a part twice is harmless if its events have uuids.
 *
 * A `Loader` (`loader.ts`) does both over one connection. More than 2,000 lines for a file have theirs in a thread
 * (`open-loader.ts`, `loader-thread.ts` here, `worker.ts` and `loader-service.ts` there), which ends with the import: the
 * event loop only reads and checks lines, a thousand at a time. A transaction is synchronous, so that a database in memory
 * is moved on the event loop.
 *
 * Invariants: an import keeps what it says: no plugin, no automatic property, no merge by `$identify` or alias events.
 * What may be said once in a file (the project, a distinct id's person, a group, an id of a cohort or action) is a bad
 * line the second time; a second event with one uuid is a duplicate, counted and without any effect.
 *
 * With `process` the events go through the capture pipeline instead: every other line is moved first, in one
 * transaction; then the events follow in the order of the file, each batch committed by the pipeline on its own. A
 * failure there leaves the earlier batches; running it again skips what has its uuid in the file.
 */
export { importLines, ImportOptions } from "./import.ts";
export type { ImportCounts } from "./tally.ts";
export type { ProcessedEvent } from "./process-events.ts";
export type { Source, SourceItem } from "./source.ts";
export { exportLines, ExportOptions } from "./export.ts";
export type { LeftRow } from "./export.ts";
export { ActionLine, CohortLine, EventLine, GroupLine, KINDS, parseLine, PersonLine, ProjectLine } from "./line.ts";
export type { Kind, Line } from "./line.ts";
