/**
 * Events: looking at what arrived.
 *
 * `listEvents` and `getEvent` read the log; `createLive` hands out events as they are committed, by this process or by
 * another one on the same file, and `toEventStream` writes them as server-sent events. Lists by name or person go through
 * `event_index`, a derived table that the readers keep up to date, since capture should not pay for it.
 *
 * Invariants: everything acknowledged is seen; nothing here blocks the event loop for long, however large the log is, and
 * nothing is buffered for a slow reader: it reads on where it stopped.
 */
export { AfterQuery, eventsAfter } from "./after.ts";
export type { AfterInput, LoggedEvent, LogPage } from "./after.ts";
export { measureEvents, MeasureQuery } from "./measure.ts";
export type { LogMeasure, MeasureInput } from "./measure.ts";
export { listEvents, EventListQuery } from "./list.ts";
export type { EventListInput } from "./list.ts";
export { getEvent } from "./get.ts";
export { createLive } from "./live.ts";
export type { Live, LiveEvent, LiveEvents, LiveFilter } from "./live.ts";
export { listenToEvents, LiveQuery, toLiveFilter } from "./listen.ts";
export type { LiveInput } from "./listen.ts";
export { eventIndex, indexEvents } from "./event-index.ts";
export { eventRowReader } from "./event-row.ts";
export type { StoredEvent } from "./event-row.ts";
export { toEventStream } from "./event-stream.ts";
export type { EventRecord } from "./record.ts";
