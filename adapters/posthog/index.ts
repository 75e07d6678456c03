/**
 * The outbox: forwards a hoglet's events to an upstream PostHog, now or as history.
 *
 * The event log is the queue: an outbox is a place in it, kept as a note in the same database (`outbox`). A turn
 * (`sender`) drops events beyond the limits (`bounds`), reads the next range (`gather`) in the form in which it was
 * captured (`wire-event`), sends it (`send`), and stores the result; `back-off` computes the next try. `forwardTo` runs
 * turns by a timer, `pushHistory` until the end of the log.
 *
 * Invariants: one batch at a time, in the order of the log; the place moves only after the upstream has accepted the
 * events; events that do not leave are counted by reason (filtered, withheld, dropped, set aside); an event's uuid is
 * the same at every attempt; no event is set aside for a fault that may be the upstream's. Time is the handle's.
 *
 * The way back is `pullHistory`: pages of the upstream's API become files (`download`), which are imported as a batch
 * export.
 */
export { forwardTo } from "./forward-to.ts";
export type { Forwarder, ForwarderEvents } from "./forward-to.ts";
export type { ForwardOptions } from "./options.ts";
export { listOutboxes } from "./outbox.ts";
export type { Aside, Drop, Trouble } from "./outbox.ts";
export { pullHistory } from "./pull-history.ts";
export type { PullOptions } from "./pull-history.ts";
export { pushHistory } from "./push-history.ts";
export type { PushOptions, PushResult } from "./push-history.ts";
export { serveStatus } from "./serve-status.ts";
export { statusOf } from "./status.ts";
export type { OutboxStatus } from "./status.ts";
export type { WireEvent } from "./wire-event.ts";
