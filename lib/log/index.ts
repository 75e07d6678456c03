/**
 * The event log: the events of all projects in the order of arrival (`seq`), and where their bytes lie.
 *
 * `openDatabase` opens a database with the functions by which SQL reads events. Capture appends rows (`event-log`); older events lie
 * whole in compressed chunks, without rows (`compact-events`, `chunks/`). SQL reads both by the tables of `event-rows` and the
 * expressions of `event-texts`, and walks in order of time by `eventsByTime`. The index of uuids has only events that are rows, and
 * lists have the others (`uuids/`): `findEventSeq` looks at both. `list/` is the log as users read it: lists, streams, one event.
 * `openEventImport` stages the events of an import and moves them in at once (`import/`).
 *
 * Invariants: nothing in the log changes but its form; `deleteEvents` alone deletes events; a damaged event is an error that names it.
 */
export { openDatabase, openReader, SQL_FUNCTIONS } from "./open.ts";
export { damagedEvent, eventUuid, parseOfEvent, toReason } from "./damaged-event.ts";
export { checkBody, checkEvent, damagedHead, headFault, ofProject, sumsOf, TEXT_FAULT } from "./event-sums.ts";
export type { SummedBody, SummedEvent } from "./event-sums.ts";
export {
  elementsOf,
  intactPropertiesOf,
  intactReceivedAtOf,
  propertiesOf,
  receivedAtOf,
  uuidOf,
  uuidTextOf,
} from "./event-texts.ts";
export {
  allEvents,
  CHUNK_TABLE,
  eventAt,
  eventsAmong,
  eventsBetween,
  eventsInWalk,
  eventsOfHours,
  isLost,
  nameCounts,
  timesOfEnds,
} from "./event-rows.ts";
export { areHoursWrong, countWhole, hasEvents, renoteAllHours } from "./event-hours.ts";
export { EARLIEST_MS, eventsByTime, hasEventBefore, LATEST_MS, newestTime } from "./events-by-time.ts";
export type { HourRange } from "./event-rows.ts";
export type { TimePlace } from "./events-by-time.ts";
export { IS_GONE } from "./chunks/store-chunk.ts";
export { createEventLog, putEvent } from "./event-log.ts";
export type { EventLog } from "./event-log.ts";
export { compareEvents, requireAllEvents } from "./all-events.ts";
export { compactSteps } from "./compact-events.ts";
export { findEventSeq } from "./uuids/find-event.ts";
export { findBadLists, relistBlock } from "./uuids/list-uuids.ts";
export { deleteEvents } from "./delete-events.ts";
export { eventNameOf, findEventName } from "./event-names.ts";
export { compactedSeq, countDeletions, lastSeq, newestSeq, nextSeq, seqAfter, setNewestSeq } from "./newest-seq.ts";
export { openEventImport } from "./import/event-import.ts";
export type { EventImport, ImportedEvent } from "./import/event-import.ts";
export type { PendingEvent } from "./import/pending-events.ts";
export type { Staging } from "./import/staging.ts";
export { countRows, findBadHeads, readHeads, requireWalked, walkTexts } from "./walk-log.ts";
export type { LogRange } from "./walk-chunk.ts";
