/**
 * The doors of events about language models that no other capture has: one event in parts (`capture-ai-event`), and spans of
 * OpenTelemetry (`capture-spans`) and the logs and metrics of coding agents (`capture-entries`), as JSON or protobuf. All end in `ingest`, as every capture does: events are committed before the answer.
 * Formats and answers: reference/ai.md 1.
 */
export { captureAiEvent } from "./capture-ai-event.ts";
export type { AcceptedPart } from "./capture-ai-event.ts";
export { captureEntries } from "./capture-entries.ts";
export { captureSpans } from "./capture-spans.ts";
export { mediaType } from "./ai-request.ts";
export type { AiRequest } from "./ai-request.ts";
