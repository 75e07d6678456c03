import * as v from "valibot";
import type { AnswerTo } from "../../../lib/index.ts";
import { toTraceTree } from "../../explain/index.ts";
import type { Trace, TraceStep } from "../../explain/index.ts";
import { shorten } from "../bounds.ts";
import { eventNames, nothingCame } from "../names.ts";
import { pageUrl } from "../page-url.ts";
import { defineTool, field } from "../tool.ts";
import type { Call } from "../tool.ts";
import { ToolFault } from "../tool-fault.ts";

/** Each is a line of some 300 characters. */
const MOST = 50;

const dateRange = v.exactOptional(
  v.pipe(v.record(v.string(), v.unknown()), v.description('{date_from: "-7d", date_to}')),
);

export const tracesList = defineTool({
  name: "traces-list",
  title: "Traces of language models",
  description: "Calls of language models by trace: models, cost, tokens, latency, and those that failed.",
  effect: "reads",
  input: {
    dateRange,
    properties: v.exactOptional(v.pipe(v.unknown(), v.description("[{key, value, operator, type}] on events"))),
    limit: v.exactOptional(field.whole(1, MOST)),
    offset: v.exactOptional(field.whole(0, 1_000_000)),
  },
  async run(call, { limit = 20, ...fields }) {
    const query = { kind: "TracesQuery", limit, ...fields };
    const { results: traces, hasMore } = await call.api.post<AnswerTo<"TracesQuery">>("/query/", { query });
    if (traces.length === 0) {
      const summary = `No trace is in these dates. ${await whyNone(call)}`;
      const next = ['another dateRange, such as {"date_from": "all"}', "event-diagnose, event: $ai_generation"];
      return { summary, results: [], try_next: next };
    }
    const failed = traces.filter(({ errorCount }) => errorCount > 0).length;
    const cost = traces.reduce((sum, { totalCost }) => sum + (totalCost ?? 0), 0);
    return {
      summary: `${traces.length} traces, ${failed} with errors, ${Number(cost.toFixed(6))} USD.`,
      results: traces.map(toFigures),
      ...(hasMore && { has_more: true }),
      url: pageUrl(call, "/ai"),
    };
  },
});

async function whyNone(call: Call): Promise<string> {
  const names = await eventNames(call);
  if (names.length === 0) return nothingCame(call);
  const own = names.filter(({ name }) => name.startsWith("$ai_"));
  if (own.length === 0) return "Events came, but none about a language model ($ai_generation, $ai_span, …).";
  return `Newest: ${own.map(({ name, last_seen_at: at }) => `${name} at ${at}`).join(", ")}.`;
}

/** Characters of an input or an output: `execute-sql` reads whole ones. */
const LONGEST = 600;

export const traceGet = defineTool({
  name: "trace-get",
  title: "A trace of a language model",
  description:
    "The steps of one trace in order, each with its depth, time, model, tokens, cost, error, input and output.",
  effect: "reads",
  input: { trace_id: field.text("$ai_trace_id, as traces-list shows it") },
  async run(call, { trace_id: traceId }) {
    const query = { kind: "TraceQuery", traceId };
    const [trace] = (await call.api.post<AnswerTo<"TraceQuery">>("/query/", { query })).results;
    if (trace === undefined) throw new ToolFault(`trace_id: no event has the trace id ${JSON.stringify(traceId)}.`);
    const { steps } = toTraceTree(trace);
    const failed = steps.find(({ isError }) => isError);
    return {
      summary: `${steps.length} steps${failed === undefined ? "" : `; ${failed.name} failed`}.`,
      results: steps.map(toLine),
      trace: toFigures(trace),
      url: pageUrl(call, `/ai?${new URLSearchParams({ trace: traceId }).toString()}`),
    };
  },
});

function toFigures(trace: Trace): Record<string, unknown> {
  return known({
    trace_id: trace.id,
    name: trace.traceName,
    at: trace.createdAt,
    distinct_id: trace.distinctId,
    models: trace.models.join(", ") || null,
    errors: trace.errorCount || null,
    seconds: trace.totalLatency,
    input_tokens: trace.inputTokens,
    output_tokens: trace.outputTokens,
    cost_usd: trace.totalCost,
  });
}

function toLine({ depth, event, name, startMs, lengthMs, properties }: TraceStep): Record<string, unknown> {
  const given = (...keys: string[]) => keys.map((key) => properties[key]).find((value) => value !== undefined);
  return known({
    depth,
    event,
    name,
    start_ms: startMs,
    took_ms: lengthMs || null,
    model: given("$ai_model"),
    input_tokens: given("$ai_input_tokens"),
    output_tokens: given("$ai_output_tokens"),
    cost_usd: given("$ai_total_cost_usd"),
    error: shorten(given("$ai_error"), LONGEST),
    tools_called: given("$ai_tools_called"),
    input: shorten(given("$ai_input", "$ai_input_state"), LONGEST),
    output: shorten(given("$ai_output_choices", "$ai_output", "$ai_output_state"), LONGEST),
  });
}

function known(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
