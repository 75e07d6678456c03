/**
 * Capture: from what a client sent to what is stored.
 *
 * `captureRequest` takes the bytes of an HTTP request apart (`decode`, `body`), finds the project of its token and hands
 * the checked events to `ingest`; `captureEvents` does the same for events given in process. `ingest` lists what happens
 * then: `clean` settles names, time and person data, and one transaction, shared by all captures of the same turn of the
 * event loop (`queue`), runs `store` for each event.
 *
 * Invariants: a request is stored whole or not at all; it is answered only after its commit; the second arrival of a
 * uuid changes nothing; events are processed in the order of arrival. Rules: reference/capture.md 1–7, 13–19.
 */
export { captureEvents, captureRequest } from "./capture.ts";
export type { CapturedEvent, CaptureRequest } from "./capture.ts";
export { captureV1 } from "./v1/index.ts";
export { parseBody } from "./body.ts";
export { decode } from "./decode.ts";
export { parseToken } from "./token.ts";
export { createEventLog } from "./event-log.ts";
export type { EventLog } from "./event-log.ts";
export { createQueue } from "./queue.ts";
export type { CaptureQueue } from "./queue.ts";
