import type { AnswerTo } from "../../lib/index.ts";

// The page's bundle holds this file: it imports types alone.

/** A trace as `TraceQuery` answers it. */
export type Trace = AnswerTo<"TraceQuery">["results"][number];
type TraceEvent = Trace["events"][number];

/** An event of a trace at its place in the tree. */
export interface TraceStep {
  /** The event's UUID. */
  id: string;
  event: string;
  name: string;
  properties: TraceEvent["properties"];
  /** Levels above it: 0 = the trace itself is above. */
  depth: number;
  /** Milliseconds since the beginning of the trace. */
  startMs: number;
  /** Milliseconds; 0 = it took no known time. */
  lengthMs: number;
  isError: boolean;
}

/** The steps of a trace from top to bottom, each above the steps that it caused, and the time that all of them span. */
export interface TraceTree {
  steps: TraceStep[];
  /** Milliseconds. */
  lengthMs: number;
}

/** Lays out the events of a trace. A step whose parent is missing, or that is above itself, stands at the top. */
export function toTraceTree({ id, events }: Pick<Trace, "id" | "events">): TraceTree {
  const timed = events.map((event) => ({ event, ...toSpan(event) })).toSorted((a, b) => a.startMs - b.startMs);
  const zeroMs = timed[0]?.startMs ?? 0;
  const known = new Set(timed.map(({ event }) => idOf(event)));
  const below = new Map<string, typeof timed>();
  for (const each of timed) {
    const parent = textOf(each.event, "$ai_parent_id");
    const place = parent !== id && known.has(parent) ? parent : TOP;
    below.set(place, [...(below.get(place) ?? []), each]);
  }
  const steps: TraceStep[] = [];
  const seen = new Set<unknown>();
  const add = (list: typeof timed, depth: number) => {
    for (const each of list) {
      if (seen.has(each.event)) continue;
      seen.add(each.event);
      steps.push(toStep(each.event, { depth, startMs: each.startMs - zeroMs, lengthMs: each.lengthMs }));
      const own = idOf(each.event);
      if (own !== "") add(below.get(own) ?? [], depth + 1);
    }
  };
  add(below.get(TOP) ?? [], 0);
  // Steps that are above themselves hang from nothing.
  for (const each of timed) add([each], 0);
  const lengthMs = Math.max(0, ...steps.map((step) => step.startMs + step.lengthMs));
  return { steps, lengthMs };
}

/** No id is empty. */
const TOP = "";

/** The time of a span of OpenTelemetry is its beginning; SDKs send an event when the call has ended. */
function toSpan({ createdAt, properties }: TraceEvent): { startMs: number; lengthMs: number } {
  const lengthMs = Math.max(0, Number(properties["$ai_latency"] ?? 0) * 1000) || 0;
  const atMs = Date.parse(createdAt);
  return { startMs: properties["$ai_ingestion_source"] === "otel" ? atMs : atMs - lengthMs, lengthMs };
}

function toStep(event: TraceEvent, place: Pick<TraceStep, "depth" | "startMs" | "lengthMs">): TraceStep {
  const { id, properties } = event;
  const isError = [true, "true"].includes(properties["$ai_is_error"] as boolean | string);
  return { id, event: event.event, name: spanNameOf(event), properties, isError, ...place };
}

function idOf(event: TraceEvent): string {
  return textOf(event, "$ai_span_id") || textOf(event, "$ai_generation_id");
}

function spanNameOf(event: TraceEvent): string {
  const name = textOf(event, "$ai_span_name") || textOf(event, "$ai_model") || textOf(event, "$ai_metric_name");
  return name || kindOf(event.event);
}

/** The kind of an event in a word: "generation". */
export function kindOf(event: string): string {
  return event.replace(/^\$ai_/, "");
}

function textOf({ properties }: TraceEvent, name: string): string {
  const value = properties[name];
  return typeof value === "string" ? value : "";
}
