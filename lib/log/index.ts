/**
 * The event log: the events of all projects in the order of arrival (`seq`), and where their bytes lie.
 *
 * `openDatabase` opens a database with the functions by which SQL reads events. `createEventLog` appends rows; older events lie whole in
 * compressed chunks, without rows (`compactSteps`, `chunks/`). Other wings write no SQL over events, and do not know where one lies.
 * They read one event (`readEvent`), some by their places (`readEventsAmong`), all of a stretch of the log (`readEvents`, `readHeads`,
 * `readExportPage`), of a stretch of time (`eventsByTime`, `readInOrder`), or what columns are made of (`walkRange`); by uuid
 * (`findEventSeq`) and by name (`eventNames`) they find the places and ids for it. `goneTrigger` tells of deleted events. Users' SQL
 * reads `LOG_VIEWS`. Inside, SQL reads rows and chunks by the tables of `event-rows` and the expressions of `event-texts`. The index
 * of uuids has only events that are rows, and lists have the others (`uuids/`). `list/` is the log as users read it: lists, streams,
 * one event. `openEventImport` stages the events of an import and moves them in at once (`import/`). `checkLog` compares what is
 * derived from the log with the log, and `repairLog` makes it again.
 *
 * Invariants: nothing in the log changes but its form; `deleteEvents` alone deletes events; a damaged event is an error that names it.
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
