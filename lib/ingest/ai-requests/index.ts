/**
 * Captures of events about language models besides the usual ones: an event in parts (`capture-ai-event`), spans of
 * OpenTelemetry (`capture-spans`), logs and metrics of coding agents (`capture-entries`), as JSON or protobuf. All end
 * in `ingest`: events are committed before the answer. Formats and answers: reference/ai.md 1.
 */
export { captureAiEvent } from "./capture-ai-event.ts";
export type { AcceptedPart } from "./capture-ai-event.ts";
export { captureEntries } from "./capture-entries.ts";
export { captureSpans } from "./capture-spans.ts";
export { mediaType } from "./ai-request.ts";
export type { AiRequest } from "./ai-request.ts";
