/**
 * Events: reading the event log.
 *
 * `listEvents` and `getEvent` read the log, `walkEvents` a whole list. `createLive` streams events as this or another
 * process commits them, and `toEventStream` writes server-sent events. `eventsOfPerson` reads a person's events as
 * stored. Lists by name or person use `event_index`, a derived table that readers keep up to date, so that capture need
 * not pay.
 *
 * Invariants: readers see every acknowledged event. No function blocks the event loop for long. Nothing is buffered for
 * a slow reader: it reads on from where it stopped. Streams of a project share what they read.
 */
export { AfterQuery, eventsAfter } from "./after.ts";
export type { AfterInput, LoggedEvent, LogPage } from "./after.ts";
export { measureEvents, MeasureQuery } from "./measure.ts";
export type { LogMeasure, MeasureInput } from "./measure.ts";
export { listEvents } from "./list.ts";
export { EventListQuery } from "./list-query.ts";
export type { EventListInput } from "./list-query.ts";
export type { FindMatching, Matching, MatchingQuery } from "./matching.ts";
export { walkEvents } from "./walk.ts";
export { getEvent } from "./get.ts";
export { createLive } from "./live.ts";
export type { Live, LiveFilter } from "./live.ts";
export { listenToEvents, LiveQuery, toLiveFilter } from "./listen.ts";
export type { LiveInput } from "./listen.ts";
export { STREAMS_OF_KEY } from "./stream-places.ts";
export { newestTimes } from "./newest-times.ts";
export { eventRowReader } from "./event-row.ts";
export type { StoredEvent } from "./event-row.ts";
export { eventsOfPerson } from "./events-of-person.ts";
export type { PersonEvent, EventsOfPerson } from "./events-of-person.ts";
export { toEventStream } from "./event-stream.ts";
export { Event } from "./record.ts";
export type { EventRecord } from "./record.ts";
