/**
 * Capture: from what a client sent to what is stored.
 *
 * `captureRequest` takes the bytes of an HTTP request apart (`decode`, `body`), finds the project of its token and hands
 * the checked events to `ingest`; `captureEvents` does the same for events given in process. `ingest` lists what happens
 * then: where plugins are enabled they see what was sent; `clean` settles names, time and person data, and one
 * transaction, shared by all captures of the same turn of the event loop (`queue`), runs `store` for each event.
 *
 * Invariants: a request is stored whole or not at all; it is answered only after its commit; the second arrival of a
 * uuid changes nothing; events are processed in the order of arrival. Rules: reference/capture.md 1–7, 13–19.
 *
 * Nothing here does what a reader could do later: indexes by person and name, columns and counts are made of the log when
 * somebody asks, or when capture is quiet. What is left costs about 7 µs an event in large batches, two thirds of it
 * SQLite's own insert. The price of "whole or not at all" is that a request holds the event loop while it is committed. So
 * `request-limits.ts` bounds its events and bytes, and all before the commit is kept away from the loop: what is larger than
 * 256 KiB waits for its turn (`lane`), is inflated on other threads, looked at before any of it is parsed, and parsed in
 * slices (`json-slices`).
 */
export { captureEvents, captureRequest } from "./capture.ts";
export type { CapturedEvent, CaptureRequest } from "./capture.ts";
export { captureV1 } from "./v1/index.ts";
export { readBody } from "./body.ts";
export { decode } from "./decode.ts";
export { readCapture } from "./read-capture.ts";
export type { ReadCapture } from "./read-capture.ts";
export { parseToken } from "./token.ts";
export { createEventLog } from "./event-log.ts";
export type { EventLog } from "./event-log.ts";
export { createQueue } from "./queue.ts";
export type { CaptureQueue } from "./queue.ts";
