/**
 * The event log: the events of all projects in the order of arrival (`seq`), and where their bytes lie.
 *
 * `openDatabase` opens a database with the functions by which SQL reads events. `createEventLog` appends rows; older
 * events lie whole in compressed chunks (`compactSteps`, `chunks/`). Other wings write no SQL over events, and do not
 * know where they lie: they read one (`readEvent`), some by place (`readEventsAmong`), a stretch of the log
 * (`readEvents`, `readHeads`, `readExportPage`) or of time (`eventsByTime`, `readInOrder`), or what columns are made of
 * (`walkRange`); `findEventSeq` and `eventNames` find places and ids. `goneTrigger` tells of deleted events. Users' SQL
 * reads `LOG_VIEWS`. Inside, SQL uses the tables of `event-rows` and the expressions of `event-texts`. The index of
 * uuids has the events that are rows, lists the rest (`uuids/`). `list/` is the log as users read it. `openEventImport`
 * stages an import and moves it in at once (`import/`). `checkLog` compares derived parts with the log, and `repairLog`
 * makes them again.
 *
 * Invariants: the log changes only its form; only `deleteEvents` deletes events; a damaged event is an error that names
 * it.
 */
export { openDatabase, openReader } from "./open.ts";
export { damagedEvent, parseOfEvent } from "./damaged-event.ts";
export { readEvent, readEventsAmong, readInOrder } from "./read-event.ts";
export type { StoredBody, StoredEvent } from "./read-event.ts";
export { readEvents, readHeads } from "./read-places.ts";
export type { LogHead } from "./read-places.ts";
export { readExportPage } from "./export-page.ts";
export type { ExportedEvent } from "./export-page.ts";
export { LOG_VIEWS } from "./views.ts";
export type { HourRange } from "./event-rows.ts";
export { checkLog, countEvents, repairLog } from "./check-log.ts";
export { eventsByTime, hasEvents } from "./events-by-time.ts";
export { goneTrigger } from "./chunks/store-chunk.ts";
export { createEventLog } from "./event-log.ts";
export type { EventLog } from "./event-log.ts";
export { compactSteps } from "./compact-events.ts";
export { findEventSeq } from "./uuids/find-event.ts";
export { deleteEvents } from "./delete-events.ts";
export { eventNames } from "./event-names.ts";
export { compactedSeq, countDeletions, newestSeq, setNewestSeq } from "./newest-seq.ts";
export { openEventImport } from "./import/event-import.ts";
export type { EventImport, ImportedEvent } from "./import/event-import.ts";
export type { PendingEvent } from "./import/pending-events.ts";
export type { Staging } from "./import/staging.ts";
export { walkRange } from "./walk-log.ts";
export type { DamagedPlace } from "./walk-log.ts";
export type { LogRange } from "./walk-chunk.ts";
