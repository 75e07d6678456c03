/**
 * Transfer: a project as NDJSON, one object a line, the same from export to import.
 *
 * Export (`exportLines`) reads pages by id and yields one line at a time. Import has two steps:
 *
 * 1. **Staging** (`stage.ts`): each line is checked and written as a typed row (`staged-line.ts`, `put.ts`) into a
 *    private temporary database beside the real one (`staging.ts`). Nothing is locked, the event loop turns every five
 *    hundred lines, and memory stays bounded: beyond a cache of distinct ids everything is on disk (SQLite's temporary
 *    folder needs about half the file's size). For many lines, texts of events are compressed here, into the log's
 *    chunks (`pack.ts`). Bad lines are found before the real database is written.
 * 2. **The move** (`move.ts`): one synchronous transaction copies the rows into the real tables. Persons come first, so
 *    that the order of lines does not matter, and a person without `created_at` can get its earliest event's time.
 *
 * Why one transaction: an import happens whole or not at all. Every failure (a bad line, a taken id, a full disk, a
 * killed process) leaves nothing behind, and the remedy is to run it again; parts could only be resumed if every line
 * had a uuid. The price: other writers wait while rows move, 0.3 s per 100,000 events into a small file, 0.7 s per
 * 100,000 for two million events with random uuids (Node 20, 2 cores). Captures wait for up to 4.5 s, then they get
 * 503. For a million events into a server that receives events, split the file (person lines first): each part is
 * whole, and importing a part twice is harmless if its events have uuids.
 *
 * A `Loader` (`loader.ts`) does both over one connection. For a file and more than 2,000 lines, it runs in a thread
 * (`open-loader.ts`, `loader-thread.ts` here, `worker.ts` and `loader-service.ts` there), which ends with the import:
 * the event loop only reads and checks lines, a thousand at a time. Into a database in memory, the move blocks the
 * event loop.
 *
 * Invariants: lines are stored unchanged: no plugin, no automatic property, no merge by `$identify` or alias events.
 * Content that a file may hold only once (the project, a distinct id's person, a group, an id of a cohort, an action or
 * a feature flag) is a bad line the second time; a second event with one uuid is a duplicate, counted but without
 * effect.
 *
 * With `process` the events go through the capture pipeline: every other line is moved first, in one transaction; then
 * the events follow in the order of the file, each batch committed on its own. A failure there leaves the earlier
 * batches; running it again skips events with a uuid in the file.
 */
export { importLines, ImportOptions } from "./import.ts";
export { noCounts } from "./tally.ts";
export type { ImportCounts } from "./tally.ts";
export type { ProcessedEvent } from "./process-events.ts";
export type { Source, SourceItem } from "./source.ts";
export { eventLinesAfter, exportLines, ExportOptions } from "./export.ts";
export type { LeftRow } from "./export.ts";
export { ActionLine, CohortLine, EventLine, GroupLine, KINDS, parseLine, PersonLine, ProjectLine } from "./line.ts";
export type { Kind, Line } from "./line.ts";
export { createImportSlots } from "./import-slots.ts";
export type { ImportSlots } from "./import-slots.ts";
