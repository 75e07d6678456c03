/**
 * Capture: from a client's request to stored events.
 *
 * `captureRequest` decodes an HTTP request (`decode`, `body`), finds the token's project and passes checked events to
 * `ingest`, as `captureEvents` does in process. Then plugins see the events as sent; `clean` settles names, time and
 * person data; one transaction, shared by all captures of a turn of the event loop (`queue`), runs `store` for each
 * event.
 *
 * Invariants: a request is stored whole or not at all; it is answered only after its commit; the second arrival of a
 * uuid changes nothing; events are processed in the order of arrival. Rules: reference/capture.md 1–7, 13–19.
 *
 * Capture does no work that a reader could do: indexes by person and name, columns and counts are derived later. The
 * rest costs about 7 µs an event in large batches, two thirds of it SQLite's insert. A whole request's commit blocks
 * the event loop, so `request-limits.ts` bounds its events and bytes, and a body larger than 256 KiB waits for its turn
 * (`large-request-queue`), is inflated on other threads, scanned before it is parsed, and parsed in slices
 * (`json-slices`).
 */
export { captureEvents, captureRequest } from "./capture.ts";
export type { CapturedEvent, CaptureRequest } from "./capture.ts";
export { captureV1 } from "./v1/index.ts";
export { readBody } from "./body.ts";
export { decode } from "./decode.ts";
export { readCapture } from "./read-capture.ts";
export type { ReadCapture } from "./read-capture.ts";
export { ingest } from "./ingest.ts";
export { inflate, toEncoding } from "./v1/encoding.ts";
export { parseWireEvent, toRawEvent } from "./raw-event.ts";
export type { RawEvent } from "./raw-event.ts";
export { parseTimestamp } from "./timestamp.ts";
export { noteNotKept } from "./not-kept.ts";
export type { NotKept } from "./not-kept.ts";
export { parseToken } from "./token.ts";
export { createQueue } from "./queue.ts";
export type { CaptureQueue } from "./queue.ts";
