/**
 * Spans of OpenTelemetry as events: attributes get PostHog's names. `convertSpan` finds the library that made a span by its attributes,
 * since each has conventions of its own beside those of OpenTelemetry (`attributes`). Sources and tables: reference/ai.md 2.
 */
export { convertSpan } from "./convert-span.ts";
