/**
 * Capture v1: `POST /i/v1/analytics/events`, the protocol of newer SDKs (reference/capture.md 8).
 *
 * `captureV1` reads in layers with their own refusals: `headers` (sender, time, SDK), `encoding` (bytes), `batch`
 * (faults of the whole), `check-event` (faults that drop one event). The rest goes through `ingest`.
 *
 * Invariants: every event of an accepted batch gets one result under its uuid; valid events are committed before the
 * answer; a refused batch stores nothing.
 */
export { captureV1 } from "./capture-v1.ts";
export type { V1Request, V1Results } from "./capture-v1.ts";
export type { V1Result } from "./check-event.ts";
