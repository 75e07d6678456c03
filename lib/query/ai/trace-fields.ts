import * as v from "valibot";
import { DateRangeNode, idleEntries } from "../../questions/index.ts";
import { TableFilters } from "../tables/table-fields.ts";

/** The fields that both kinds of queries for traces have. Source: reference/ai.md 4. */
export const traceFields = {
  /** Filters on the events of a trace. */
  properties: TableFilters,
  /** A trace is in the range if any of its events is. */
  dateRange: v.nullish(DateRangeNode),
  ...idleEntries,
};

/** An event of a trace. */
export interface TraceEvent {
  /** The UUID. */
  id: string;
  event: string;
  /** ISO text with the offset of the project's time zone. */
  createdAt: string;
  properties: Record<string, unknown>;
}

/** A trace: the events with one `$ai_trace_id`. Null = no event says it. */
export interface Trace {
  id: string;
  aiSessionId: string | null;
  /** The time of its first event. */
  createdAt: string;
  /** The user of the trace's own event, else of its first event. */
  distinctId: string;
  /** Seconds. */
  totalLatency: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** US dollars. */
  inputCost: number | null;
  outputCost: number | null;
  totalCost: number | null;
  inputState: unknown;
  outputState: unknown;
  traceName: string | null;
  /** In order of time. */
  events: TraceEvent[];
}

/** A trace, as the OpenAPI document shows it. */
export const traceAnswer = v.object({
  id: v.string(),
  aiSessionId: v.nullable(v.string()),
  createdAt: v.string(),
  distinctId: v.string(),
  totalLatency: v.nullable(v.number()),
  inputTokens: v.nullable(v.number()),
  outputTokens: v.nullable(v.number()),
  inputCost: v.nullable(v.number()),
  outputCost: v.nullable(v.number()),
  totalCost: v.nullable(v.number()),
  inputState: v.unknown(),
  outputState: v.unknown(),
  traceName: v.nullable(v.string()),
  events: v.array(
    v.object({
      id: v.string(),
      event: v.string(),
      createdAt: v.string(),
      properties: v.record(v.string(), v.unknown()),
    }),
  ),
});
