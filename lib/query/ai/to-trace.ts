import type { Trace } from "./trace-fields.ts";
import type { TraceRow } from "./trace-rows.ts";

const COSTED = new Set(["$ai_generation", "$ai_embedding"]);

/** A trace of events in order of time (reference/ai.md 4). */
export function toTrace(id: string, events: readonly TraceRow[]): Trace {
  const [first] = events;
  const own = events.find(({ event }) => event === "$ai_trace");
  const costed = events.filter(({ event }) => COSTED.has(event));
  return {
    id,
    aiSessionId: events.find(({ sessionId }) => sessionId !== null)?.sessionId ?? null,
    createdAt: first?.timestamp ?? "",
    distinctId: own?.distinctId || (first?.distinctId ?? ""),
    totalLatency: totalLatency(id, events),
    inputTokens: sum(costed.map((row) => row.inputTokens)),
    outputTokens: sum(costed.map((row) => row.outputTokens)),
    inputCost: sum(costed.map((row) => row.inputCost)),
    outputCost: sum(costed.map((row) => row.outputCost)),
    totalCost: sum(costed.map((row) => row.totalCost)),
    inputState: own?.inputState ?? null,
    outputState: own?.outputState ?? null,
    traceName: own?.name ?? events.find(({ name }) => name !== null)?.name ?? null,
    errorCount: events.filter(({ isError }) => isError).length,
    models: [...new Set(costed.flatMap(({ model }) => model ?? []))],
    events: events.flatMap(({ uuid, event, timestamp, properties }) =>
      event === "$ai_trace" || properties === null ? [] : { id: uuid, event, createdAt: timestamp, properties },
    ),
  };
}

/** The sum of the outermost events, which include the time of others; if only generations were timed, their sum. */
function totalLatency(id: string, events: readonly TraceRow[]): number | null {
  const timed = events.filter(({ latency }) => (latency ?? 0) > 0);
  const isFlat = timed.length > 0 && timed.every(({ event }) => event === "$ai_generation");
  const counted = isFlat ? timed : events.filter(({ parentId }) => parentId === null || parentId === id);
  return sum(
    counted.map(({ latency }) => latency),
    2,
  );
}

/** The sum of the known numbers; null = it is 0, or there are none. */
function sum(numbers: readonly (number | null)[], decimals = 10): number | null {
  const total = numbers.reduce<number>((all, number) => all + (number ?? 0), 0);
  return total === 0 ? null : Number(total.toFixed(decimals));
}
