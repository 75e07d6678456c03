/**
 * Capture v1: `POST /i/v1/analytics/events`, the protocol of newer SDKs (reference/capture.md 8).
 *
 * `captureV1` reads the request in layers, each with its own kind of refusal: `headers` (who, when, which SDK),
 * `encoding` (bytes, with limits kept while inflating), `batch` (what refuses all of it), `judge` (what drops one event).
 * The events that are left go the way of all others, through `ingest`.
 *
 * Invariants: every event of an accepted batch gets one answer under its uuid; the good ones are committed before it is
 * given; a refused batch stores nothing.
 */
export { captureV1 } from "./capture-v1.ts";
export type { V1Request, V1Results } from "./capture-v1.ts";
export type { V1Result } from "./judge.ts";
