import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import type { AskedHow } from "../../questions/index.ts";
import { readFilters, runStatement } from "../../sql/index.ts";
import type { Cell, FiltersInput } from "../../sql/index.ts";
import type { Constant, SqlCondition, SqlFilters } from "../../hogql/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { isIn } from "../tables/event-conditions.ts";
import { withoutAttr } from "../tables/sql-fault.ts";
import type { Instants } from "./trace-range.ts";

const EVENTS: SqlCondition = isIn("event", [
  "$ai_span",
  "$ai_generation",
  "$ai_embedding",
  "$ai_metric",
  "$ai_feedback",
  "$ai_trace",
]);

/** An event of a trace, with what the trace's figures need. */
export interface TraceRow {
  uuid: string;
  event: string;
  timestamp: string;
  distinctId: string;
  /** Null = none; the trace's id = directly below it. */
  parentId: string | null;
  sessionId: string | null;
  name: string | null;
  model: string | null;
  isError: boolean;
  latency: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
  inputCost: number | null;
  outputCost: number | null;
  totalCost: number | null;
  inputState: unknown;
  outputState: unknown;
  /** Null = they were not asked for. */
  properties: Record<string, unknown> | null;
}

export interface TraceRange {
  range: Instants;
  filters: FiltersInput;
  conditions: readonly SqlCondition[];
}

/** A trace may begin and end this much outside of the range, in ms, as in PostHog. */
const AROUND_MS = 600_000;

/** Finds the ids of a page of traces, the newest first. @throws HogletError 400 for a filter that cannot be read */
export async function findTraces(
  ctx: QueryAsks,
  project: Project,
  { range, filters, conditions, page }: TraceRange & { page: { limit: number; offset: number } },
  { keyId }: AskedHow,
): Promise<{ ids: string[]; hasMore: boolean }> {
  const { where, values } = around(range);
  const within = range.fromMs === null ? "1 = 1" : "last_at >= toDateTime64({hoglet_from}, 3, 'UTC')";
  const sql = `
    SELECT toString(properties.$ai_trace_id) AS trace_id, min(timestamp) AS first_at, max(timestamp) AS last_at
    FROM events
    WHERE {filters} AND trace_id IS NOT NULL AND trace_id != '' AND ${where}
    GROUP BY trace_id
    HAVING first_at <= toDateTime64({hoglet_to}, 3, 'UTC') AND ${within}
    ORDER BY first_at DESC, trace_id DESC
    LIMIT ${page.limit} OFFSET ${page.offset}`;
  const read = toFilters(ctx, project, filters, conditions);
  const parts = { values: { ...values, ...bounds(range) }, filters: read, limit: page.limit };
  const { result } = await runStatement(ctx, project, sql, parts, keyId).catch(withoutAttr);
  return { ids: result.results.map(([id]) => String(id)), hasMore: result.hasMore };
}

function toFilters(
  ctx: QueryAsks,
  project: Project,
  input: FiltersInput,
  conditions: readonly SqlCondition[],
): SqlFilters {
  const read = readFilters(project, input, ctx.clock.now());
  return { ...read, condition: { type: "AND", values: [EVENTS, read.condition, ...conditions] } };
}

function bounds({ fromMs, toMs }: Instants): Record<string, Constant> {
  return {
    ...(fromMs !== null && { hoglet_from: new Date(fromMs).toISOString() }),
    hoglet_to: new Date(toMs).toISOString(),
  };
}

/** The condition on the time of events of traces in the range. */
function around({ fromMs, toMs }: Instants): { where: string; values: Record<string, Constant> } {
  const until = "timestamp <= toDateTime64({hoglet_until}, 3, 'UTC')";
  const values = { hoglet_until: new Date(toMs + AROUND_MS).toISOString() };
  if (fromMs === null) return { where: until, values };
  return {
    where: `timestamp >= toDateTime64({hoglet_since}, 3, 'UTC') AND ${until}`,
    values: { ...values, hoglet_since: new Date(fromMs - AROUND_MS).toISOString() },
  };
}

/** Events of a page's traces: with more, ask for fewer traces. */
const MAX_EVENTS = 50_000;

const NUMBERS = [
  "$ai_latency",
  "$ai_input_tokens",
  "$ai_output_tokens",
  "$ai_input_cost_usd",
  "$ai_output_cost_usd",
  "$ai_total_cost_usd",
];

/** In the list of traces an event shows its properties if it is a remark on the trace, or directly below it. */
const SHOWN = "event IN ('$ai_metric', '$ai_feedback') OR toString(properties.$ai_parent_id) = trace_id";

export interface TracesToRead {
  ids: readonly string[];
  range: Instants;
  /** Are the properties of all events read? */
  isWhole: boolean;
  /** Filters on these events. @default none */
  filters?: FiltersInput;
}

/** Reads the events of traces, in order of time, by trace. @throws HogletError 400 for more than 50,000 events */
export async function readTraces(
  ctx: QueryAsks,
  project: Project,
  { ids, range, isWhole, filters = {} }: TracesToRead,
  { keyId }: AskedHow,
): Promise<Map<string, TraceRow[]>> {
  const traces = new Map<string, TraceRow[]>();
  if (ids.length === 0) return traces;
  const { where, values } = around(range);
  const sql = `
    SELECT toString(properties.$ai_trace_id) AS trace_id, toString(uuid), event, timestamp, distinct_id,
      toString(properties.$ai_parent_id), toString(properties.$ai_session_id),
      coalesce(nullIf(properties.$ai_span_name, ''), nullIf(properties.$ai_trace_name, '')),
      toString(properties.$ai_model), lower(toString(properties.$ai_is_error)),
      ${NUMBERS.map((name) => `toFloat(properties.${name})`).join(", ")},
      if(event = '$ai_trace', properties.$ai_input_state, NULL), if(event = '$ai_trace', properties.$ai_output_state, NULL),
      ${isWhole ? "properties" : `if(${SHOWN}, properties, NULL)`}
    FROM events
    WHERE {filters} AND trace_id IN {hoglet_ids} AND ${where}
    ORDER BY timestamp, uuid
    LIMIT ${MAX_EVENTS}`;
  const parts = {
    values: { ...values, hoglet_ids: ids },
    filters: toFilters(ctx, project, filters, []),
    limit: MAX_EVENTS,
  };
  const { result } = await runStatement(ctx, project, sql, parts, keyId).catch(withoutAttr);
  if (result.hasMore) throw invalid("limit", `The traces have more than ${MAX_EVENTS} events; ask for fewer traces.`);
  for (const [id, ...cells] of result.results) {
    const rows = traces.get(String(id)) ?? [];
    traces.set(String(id), rows);
    rows.push(toRow(cells));
  }
  return traces;
}

function toRow(cells: readonly Cell[]): TraceRow {
  const [uuid, event, timestamp, distinctId, parentId, sessionId, name, model, isError] = cells
    .slice(0, 9)
    .map(toCellText);
  const [latency = null, inputTokens = null, outputTokens = null, ...costs] = cells.slice(9, 15).map(toCellNumber);
  const [inputCost = null, outputCost = null, totalCost = null] = costs;
  const [inputState, outputState, properties] = cells.slice(15);
  return {
    uuid: uuid ?? "",
    event: event ?? "",
    timestamp: timestamp ?? "",
    distinctId: distinctId ?? "",
    parentId: parentId ?? null,
    sessionId: sessionId ?? null,
    name: name ?? null,
    model: model ?? null,
    isError: isError === "true" || isError === "1",
    latency,
    inputTokens,
    outputTokens,
    inputCost,
    outputCost,
    totalCost,
    inputState: parseState(inputState),
    outputState: parseState(outputState),
    properties: typeof properties === "string" ? (JSON.parse(properties) as Record<string, unknown>) : null,
  };
}

function toCellText(cell: Cell | undefined): string | null {
  return cell === null || cell === undefined || cell === "" ? null : String(cell as string | number);
}

function toCellNumber(cell: Cell | undefined): number | null {
  return typeof cell === "number" && Number.isFinite(cell) ? cell : null;
}

/** A state is any JSON value; text that is no JSON stays text. */
function parseState(cell: Cell | undefined): unknown {
  if (typeof cell !== "string") return cell ?? null;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
