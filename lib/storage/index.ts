/**
 * Storage: one SQLite file (or memory), its tables, and the only transaction.
 *
 * `openDatabase` connects, sets the pragmas and applies the committed migrations; `write(db, fn)` makes every change.
 * Reads use `db.sql(text)`, a statement compiled once per connection, with the SQL beside the function that needs it.
 * Several processes may have the file open: code that caches what it read registers with `db.onStale`, which calls it
 * at the start of the next transaction when another process has committed.
 *
 * Invariants: values are always bound; every statement names its project; a transaction never waits for a promise;
 * released migrations are never edited. drizzle holds the definitions (`tables/`) and writes the migrations. Ordinary
 * queries are drizzle's (`queries/`); hot ones are SQL text, with row types from the tables (`RowOf`).
 *
 * Older events lie whole in compressed chunks, without rows (`compact-events`): SQL reads both by the tables of `event-rows` and the
 * expressions of `event-texts`, walks in order of time by `eventsByTime`, and `deleteEvents` alone deletes events. The index of uuids has
 * only events that are rows, and lists have the others (`uuid-list`): `findEventSeq` looks at both.
 *
 * In tables instants are integer epoch milliseconds, booleans 0 or 1, JSON is text. No foreign key has an action,
 * except where a row is derived from another: deletion is explicit code, so that it can be counted and proven.
 */
export { openDatabase } from "./open.ts";
export { openScratch } from "./open-scratch.ts";
export type { ScratchStatement } from "./open-scratch.ts";
export type { Durability } from "./open.ts";
export type { Db } from "./db.ts";
export { serialize } from "./serialize.ts";
export { watchTables } from "./watch-tables.ts";
export { filePath } from "./file-path.ts";
export { schemaOf, UNRELEASED } from "./migrate.ts";
export type { RowOf } from "./row.ts";
export { foldLog, logBytes, rewriteFile } from "./fold-log.ts";
export { openAside } from "./read-aside.ts";
export { openEmpty, openReader, toReadOnly } from "./reader.ts";
export { isMalformedJson, readJson, toStorageError } from "./failure.ts";
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
export type { EventHead } from "./chunk-heads.ts";
export { IS_GONE, storeChunk } from "./store-chunk.ts";
export { createEventLog, putEvent } from "./event-log.ts";
export type { EventLog } from "./event-log.ts";
export { createChunkSizer } from "./chunk-size.ts";
export { compareEvents, hiddenEvents, requireAllEvents, requireCounted } from "./all-events.ts";
export type { FoundEvents } from "./all-events.ts";
export { compactSteps } from "./compact-events.ts";
export type { Compaction } from "./compact-events.ts";
export { findEventSeq, storedUuids } from "./find-event.ts";
export type { StoredUuids } from "./find-event.ts";
export { blockOf, findBadLists, relistBlock, storeWholeList } from "./list-uuids.ts";
export { hashUuid, LISTED_EVENTS, pageOf, placesOf, UuidFilters, UuidListMaker } from "./uuid-list.ts";
export { deleteEvents } from "./delete-events.ts";
export { lostSeqs } from "./chunk-table.ts";
export { moveTexts, packTexts, packTextsAside } from "./pack-chunk.ts";
export { hasLostHeads, unpackHeads } from "./placed-heads.ts";
export { unpackTexts } from "./unpack-chunk.ts";
export type { EventTexts } from "./pack-chunk.ts";
export { jsonPath } from "./json-path.ts";
export {
  damagedRow,
  damagedTable,
  hasAllRows,
  numbersFault,
  numbersSum,
  requireGroup,
  rowFault,
  sound,
  SUMMED_TABLES,
  textColumns,
  textsSum,
} from "./row-sums.ts";
export type { SummedTable } from "./row-sums.ts";
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
export { storedGroup } from "./stored-group.ts";
export { damagedEvent, eventUuid, parseOfEvent, parseStored, toReason } from "./stored-json.ts";
export { tryWrite, write, writeAside, writeNow } from "./write.ts";
export { takeLease } from "./lease.ts";
export type { Lease } from "./lease.ts";
export { busy, isWaitingToWrite, lendTurn, writersDone } from "./take-turn.ts";
export { fromSent, toSent } from "./sent-error.ts";
export type { SentError } from "./sent-error.ts";
export { toJson, toStorable, toStorableText } from "./json.ts";
export { LowerCaseTags, StoredFlag, StoredText, Tags } from "./stored-fields.ts";
export { isAscii } from "./lower-case.ts";
