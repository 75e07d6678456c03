import * as v from "valibot";
import { DateRangeNode, idleEntries } from "../../questions/index.ts";
import { TableFilters } from "../tables/table-fields.ts";

/** Fields of both kinds of queries for traces. Source: reference/ai.md 4. */
export const traceFields = {
  /** Filters on the events of a trace. */
  properties: TableFilters,
  /** A trace is in the range if any of its events is. */
  dateRange: v.nullish(DateRangeNode),
  ...idleEntries,
};

/** A trace: the events with one `$ai_trace_id`. Null = no event says it. */
export const Trace = v.object({
  id: v.string(),
  aiSessionId: v.nullable(v.string()),
  /** The time of its first event. */
  createdAt: v.string(),
  /** The user of the trace's own event, else of its first event. */
  distinctId: v.string(),
  /** Seconds. */
  totalLatency: v.nullable(v.number()),
  inputTokens: v.nullable(v.number()),
  outputTokens: v.nullable(v.number()),
  /** US dollars. */
  inputCost: v.nullable(v.number()),
  outputCost: v.nullable(v.number()),
  totalCost: v.nullable(v.number()),
  inputState: v.unknown(),
  outputState: v.unknown(),
  traceName: v.nullable(v.string()),
  /** Events that failed. */
  errorCount: v.number(),
  /** The models that were called, each once, in order of time. */
  models: v.array(v.string()),
  /** The events of the trace in order of time. */
  events: v.array(
    v.object({
      /** The UUID. */
      id: v.string(),
      event: v.string(),
      /** ISO text with the offset of the project's time zone. */
      createdAt: v.string(),
      properties: v.record(v.string(), v.unknown()),
    }),
  ),
});
export interface Trace extends v.InferOutput<typeof Trace> {}
