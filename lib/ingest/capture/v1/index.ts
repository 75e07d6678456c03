/**
 * Capture v1: `POST /i/v1/analytics/events`, the protocol of newer SDKs (reference/capture.md 8).
 *
 * `captureV1` reads the request in layers, each with its own kind of refusal: `headers` (sender, time, SDK), `encoding`
 * (bytes, with limits while inflating), `batch` (faults that refuse the whole batch), `check-event` (faults that drop one
 * event). The remaining events go through `ingest` like all events.
 *
 * Invariants: every event of an accepted batch gets one result under its uuid; valid events are committed before the
 * answer; a refused batch stores nothing.
 */
export { captureV1 } from "./capture-v1.ts";
export type { V1Request, V1Results } from "./capture-v1.ts";
export type { V1Result } from "./check-event.ts";
