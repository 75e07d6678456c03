/**
 * OpenTelemetry spans as events. `convertSpan` finds the library by a span's attributes, since each has conventions
 * besides OpenTelemetry's (`attributes`). Sources and tables: reference/ai.md 2.
 */
export { convertSpan } from "./convert-span.ts";
