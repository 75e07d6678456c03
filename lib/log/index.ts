/**
 * The event log: the events of all projects in the order of arrival (`seq`), and where their bytes lie.
 *
 * `openDatabase` opens a database with the functions by which SQL reads events. Capture appends rows (`event-log`); older events lie
 * whole in compressed chunks, without rows (`compact-events`, `chunks/`). Other wings write no SQL over events: they read one event
 * (`read-event`), all at some places (`read-places`) or in order of time (`eventsByTime`), pages of an export (`export-page`), and the parts of
 * which columns are made (`walk-log`). Users' SQL reads the views of `views`. Inside, SQL reads rows and chunks by the tables of
 * `event-rows` and the expressions of `event-texts`. The index of uuids has only events that are rows, and
 * lists have the others (`uuids/`): `findEventSeq` looks at both. `list/` is the log as users read it: lists, streams, one event.
 * `openEventImport` stages the events of an import and moves them in at once (`import/`). `checkLog` compares what is derived from the log
 * with the log, and `repairLog` makes it again.
 *
 * Invariants: nothing in the log changes but its form; `deleteEvents` alone deletes events; a damaged event is an error that names it.
 */
export { openDatabase, openReader } from "./open.ts";
export { damagedEvent, eventUuid, parseOfEvent, toReason } from "./damaged-event.ts";
export { readEvent, readEventsAmong, readInOrder } from "./read-event.ts";
export type { StoredBody, StoredEvent } from "./read-event.ts";
export { readEventsBetween, readHeadsBetween, readOrigins } from "./read-places.ts";
export { readExportPage } from "./export-page.ts";
export type { ExportedEvent } from "./export-page.ts";
export { LOG_VIEWS } from "./views.ts";
export type { HourRange } from "./event-rows.ts";
export { checkLog, countEvents, repairLog } from "./check-log.ts";
export { eventsByTime, hasEvents } from "./events-by-time.ts";
export { IS_GONE } from "./chunks/store-chunk.ts";
export { createEventLog, putEvent } from "./event-log.ts";
export type { EventLog } from "./event-log.ts";
export { compactSteps } from "./compact-events.ts";
export { findEventSeq } from "./uuids/find-event.ts";
export { deleteEvents } from "./delete-events.ts";
export { eventNameOf, findEventName } from "./event-names.ts";
export { compactedSeq, countDeletions, lastSeq, newestSeq, nextSeq, seqAfter, setNewestSeq } from "./newest-seq.ts";
export { openEventImport } from "./import/event-import.ts";
export type { EventImport, ImportedEvent } from "./import/event-import.ts";
export type { PendingEvent } from "./import/pending-events.ts";
export type { Staging } from "./import/staging.ts";
export { walkRange } from "./walk-log.ts";
export type { LogRange } from "./walk-chunk.ts";
