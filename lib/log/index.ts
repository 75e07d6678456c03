/**
 * The event log: the events of all projects in the order of arrival (`seq`), and where their bytes lie.
 *
 * `openDatabase` opens a database with the functions by which SQL reads events. Capture appends rows (`event-log`); older events lie
 * whole in compressed chunks, without rows (`compact-events`, `chunks/`). SQL reads both by the tables of `event-rows` and the
 * expressions of `event-texts`, and walks in order of time by `eventsByTime`. The index of uuids has only events that are rows, and
 * lists have the others (`uuids/`): `findEventSeq` looks at both. `list/` is the log as users read it: lists, streams, one event.
 *
 * Invariants: nothing in the log changes but its form; `deleteEvents` alone deletes events; a damaged event is an error that names it.
 */
export { openDatabase, openReader } from "./open.ts";
export { damagedEvent, eventUuid, parseOfEvent, toReason } from "./damaged-event.ts";
export {
  checkBody,
  checkEvent,
  damagedHead,
  headFault,
  headSum,
  hasTextFault,
  headSumSql,
  ofProject,
  originSum,
  originSumSql,
  sumsOf,
  TEXT_FAULT,
  textSum,
} from "./event-sums.ts";
export type { SummedBody, SummedEvent } from "./event-sums.ts";
export {
  elementsOf,
  intactPropertiesOf,
  intactReceivedAtOf,
  propertiesOf,
  receivedAtOf,
  CHUNK_FUNCTIONS,
  textBytesOf,
  uuidOf,
  uuidTextOf,
} from "./event-texts.ts";
export {
  allEvents,
  chunksBetween,
  CHUNK_TABLE,
  eventAt,
  eventsAmong,
  eventsBetween,
  eventsInWalk,
  eventsOfHours,
  HEAD_FUNCTIONS,
  isLost,
  nameCounts,
  rowsInWalk,
  timesOfEnds,
} from "./event-rows.ts";
export { areHoursWrong, countWhole, renoteAllHours } from "./event-hours.ts";
export {
  countByTime,
  EARLIEST_MS,
  eventsByTime,
  hasEventBefore,
  LATEST_MS,
  newestByTime,
  newestTime,
} from "./events-by-time.ts";
export type { HourRange } from "./event-rows.ts";
export type { TimePlace, TimeRange } from "./events-by-time.ts";
export type { EventHead } from "./chunks/chunk-heads.ts";
export { IS_GONE, storeChunk } from "./chunks/store-chunk.ts";
export { createEventLog, putEvent } from "./event-log.ts";
export type { EventLog } from "./event-log.ts";
export { createChunkSizer } from "./chunks/chunk-size.ts";
export { compareEvents, hiddenEvents, requireAllEvents, requireCounted } from "./all-events.ts";
export type { FoundEvents } from "./all-events.ts";
export { compactSteps } from "./compact-events.ts";
export type { Compaction } from "./compact-events.ts";
export { findEventSeq, storedUuids } from "./uuids/find-event.ts";
export type { StoredUuids } from "./uuids/find-event.ts";
export { blockOf, findBadLists, relistBlock, storeWholeList } from "./uuids/list-uuids.ts";
export { hashUuid, LISTED_EVENTS, pageOf, placesOf, UuidFilters, UuidListMaker } from "./uuids/uuid-list.ts";
export { deleteEvents } from "./delete-events.ts";
export { lostSeqs } from "./chunks/chunk-table.ts";
export { moveTexts, packTexts, packTextsAside } from "./chunks/pack-chunk.ts";
export { hasLostHeads, unpackHeads } from "./chunks/placed-heads.ts";
export { unpackTexts } from "./chunks/unpack-chunk.ts";
export type { EventTexts } from "./chunks/pack-chunk.ts";
export { eventNameOf, findEventName } from "./event-names.ts";
export {
  compactedSeq,
  countDeletions,
  hasEventAfter,
  lastSeq,
  newestSeq,
  nextSeq,
  seqAfter,
  setNewestSeq,
} from "./newest-seq.ts";
