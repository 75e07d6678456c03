import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { DateRangeNode, defineQuery, idleEntries } from "../../questions/index.ts";
import type { AskedHow, QueryKind, Run } from "../../questions/index.ts";
import { readFilters, runStatement } from "../../sql/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { overrideRange } from "../override-range.ts";
import { toTablePage } from "../tables/run-table.ts";
import { withoutAttr } from "../tables/sql-fault.ts";
import { filled, pageFields, TableFilters } from "../tables/table-fields.ts";
import { HARNESS, mcpTable } from "./mcp-columns.ts";
import { toTraceRange } from "./trace-range.ts";

// Tool calls of MCP servers: how tools are used, how they fail, and which tools agents missed. Source: reference/ai.md
// 5.

/** A kind of query: its fields beside those of all kinds, its statement around a table of events, and an example. */
interface McpKind {
  summary: string;
  fields: v.ObjectEntries;
  columns: string;
  /** A condition on events. */
  inner?: string;
  rest: string;
  example?: Partial<McpNode>;
}

const Tool = v.pipe(v.string(), v.nonEmpty());
const common = {
  /** @default the last 7 days */
  dateRange: v.nullish(DateRangeNode),
  properties: TableFilters,
  filterTestAccounts: v.nullish(v.boolean()),
  ...idleEntries,
};

/** The fields of all kinds; each kind takes some. */
const McpFields = {
  ...common,
  /** Only calls that PostHog's SDK sent count for a tool. */
  toolName: v.nullish(Tool),
  /** @default "day" */
  interval: v.nullish(v.picklist(["minute", "hour", "day", "week", "month"])),
  /** The type of a failure, as `MCPToolFailuresQuery` shows it. */
  errorType: v.string(),
  /** The status of a failure, as `MCPToolFailuresQuery` shows it; without it, failures without a status. */
  errorStatus: v.nullish(v.string()),
  neighborDirection: v.picklist(["before", "after"]),
  /** A part of the text. */
  search: v.nullish(v.string()),
  ...pageFields,
};
const ofTool = { toolName: Tool };
const { toolName, interval, errorType, errorStatus, neighborDirection, search } = McpFields;

const CALLS = "count() AS calls, countIf(is_error) AS errors";
const RATE = "round(countIf(is_error) * 100.0 / count(), 1) AS error_rate_pct";
const HARNESSES = `arraySort(arrayDistinct(groupArray(${HARNESS}))) AS harnesses`;
const LAST = "max(timestamp) AS last_seen";
const [P50, P95] = ["0.5", "0.95"].map((part) => `round(quantile(${part})(ms))`);

const KINDS = {
  MCPHarnessBreakdownQuery: {
    summary: "Counts tool calls of MCP servers by client.",
    fields: { toolName },
    columns: `${HARNESS} AS harness, count() AS total_calls, countIf(is_error) AS errors, ${RATE}, countDistinctIf(session, session != '') AS sessions`,
    rest: "GROUP BY harness ORDER BY total_calls DESC, harness",
  },
  MCPToolStatsQuery: {
    summary: "Counts the calls, failures and users of a tool, and measures its time.",
    fields: ofTool,
    columns: `${CALLS}, ${P50} AS p50_ms, ${P95} AS p95_ms, uniq(distinct_id) AS users, uniq(conversation) AS conversations, countIf(said != '') AS with_intent`,
    rest: "HAVING count() > 0",
  },
  MCPToolDailyStatsQuery: {
    summary: "The same for each day, or another interval.",
    fields: { ...ofTool, interval },
    columns: `toString(dateTrunc({hoglet_interval}, timestamp)) AS day, ${CALLS}, ifNull(${P50}, 0) AS p50, ifNull(${P95}, 0) AS p95, uniq(distinct_id) AS users, uniq(conversation) AS sessions`,
    rest: "GROUP BY day ORDER BY day LIMIT 10000",
  },
  MCPToolTopUsersQuery: {
    summary: "Lists the users who call a tool most.",
    fields: ofTool,
    columns: `distinct_id, argMax(email, timestamp) AS email, argMax(name, timestamp) AS name, ${CALLS}, ${RATE}, ${HARNESSES}, ${LAST}`,
    rest: "GROUP BY distinct_id ORDER BY calls DESC, distinct_id LIMIT 5",
  },
  MCPToolFailuresQuery: {
    summary: "Counts the failures of a tool by their kind.",
    fields: ofTool,
    columns: `concat(error_type, if(error_status = '', '', concat(' (HTTP ', error_status, ')'))) AS message, error_type, error_status, count() AS occurrences, ${LAST}, ${HARNESSES}`,
    inner: "is_error",
    rest: "GROUP BY error_type, error_status ORDER BY occurrences DESC, error_type, error_status LIMIT 20",
  },
  MCPToolFailureOccurrencesQuery: {
    summary: "Lists the newest failures of a kind.",
    fields: { ...ofTool, errorType, errorStatus },
    columns: `timestamp, distinct_id, substring(conversation, 1, 200) AS session_id, ${HARNESS} AS harness, substring(said, 1, 1000) AS intent, error_message, error_status`,
    inner: "is_error AND error_type = {hoglet_type} AND error_status = {hoglet_status}",
    rest: "ORDER BY timestamp DESC LIMIT 50",
    example: { errorType: "timeout" },
  },
  MCPToolDescriptionsQuery: {
    summary: "Lists the newest descriptions of a tool.",
    fields: ofTool,
    columns: `description, ${LAST}`,
    inner: "description != ''",
    rest: "GROUP BY description ORDER BY last_seen DESC LIMIT 5",
  },
  MCPToolSampleIntentsQuery: {
    summary: "Lists what agents last wanted of a tool.",
    fields: ofTool,
    columns: `timestamp, said AS intent, said_by AS intent_source, ${HARNESS} AS harness`,
    inner: "said != ''",
    rest: "ORDER BY timestamp DESC LIMIT 5",
  },
  MCPToolNeighborsQuery: {
    summary: "Lists the tools that are called right before or after a tool.",
    fields: { ...ofTool, neighborDirection },
    columns: "neighbor_tool, count() AS co_occurrences",
    inner: "conversation != '' AND tool != ''",
    rest: "WHERE tool = {hoglet_tool} AND is_asked AND neighbor_tool IS NOT NULL AND neighbor_tool != tool GROUP BY neighbor_tool ORDER BY co_occurrences DESC, neighbor_tool LIMIT 5",
    example: { neighborDirection: "after" },
  },
  MCPMissingCapabilitiesQuery: {
    summary: "Lists what agents looked for and did not find.",
    fields: { search, ...pageFields },
    columns: `timestamp, said AS intent, if(client = '', 'Unknown', if(${HARNESS} = 'Other', client, ${HARNESS})) AS harness, conversation AS session_id, distinct_id, email, name`,
    inner: "{hoglet_search} = '' OR positionCaseInsensitive(said, {hoglet_search}) > 0",
    rest: "ORDER BY timestamp DESC, uuid DESC",
    example: { search: "export" },
  },
} satisfies Record<string, McpKind>;
type Kind = keyof typeof KINDS;

type McpNode = { kind: Kind } & { [Field in keyof typeof McpFields]?: v.InferInput<(typeof McpFields)[Field]> };

interface McpAnswer {
  results: Record<string, unknown>[];
  /** Are there more missing capabilities? */
  has_next?: boolean;
}

export type McpQueryTypes = { [K in Kind]: { kind: K; node: McpNode & { kind: K }; answer: McpAnswer } }[Kind];

export const mcpQueries: readonly QueryKind<McpQueryTypes, QueryAsks>[] = Object.entries<McpKind>(KINDS).map(
  ([name, { summary, fields, example = {} }]) =>
    defineQuery<McpQueryTypes, QueryAsks>()({
      kind: name as Kind,
      summary,
      node: v.strictObject({
        kind: v.literal(name as Kind),
        ...common,
        ...fields,
      }) as unknown as v.GenericSchema<McpQueryTypes["node"]>,
      example: { kind: name, ...("toolName" in fields && { toolName: "search" }), ...example },
      answer: v.object({
        results: v.array(v.record(v.string(), v.unknown())),
        has_next: v.exactOptional(v.boolean()),
      }),
      override: overrideRange,
      run: runMcp,
    }),
);

/** Set by the SDK, without which a tool's name means nothing. */
const SDK = "posthog_mcp_analytics";

async function runMcp(
  ctx: QueryAsks,
  project: Project,
  node: McpNode,
  { keyId }: AskedHow,
): Promise<Run<McpQueryTypes>> {
  const { kind, toolName: tool, properties, filterTestAccounts } = node;
  const { columns, inner = "true", rest }: McpKind = KINDS[kind];
  const isMissing = kind === "MCPMissingCapabilitiesQuery";
  const isAmong = kind === "MCPToolNeighborsQuery";
  const byTool = tool ? `source = '${SDK}'${isAmong ? "" : " AND tool = {hoglet_tool}"}` : "true";
  const range = toTraceRange(ctx, project, wholeDays(node.dateRange), "-7dStart");
  const where = [
    `event = '${isMissing ? "$mcp_missing_capability" : "$mcp_tool_call"}' AND (${inner}) AND ${byTool}`,
    "timestamp <= toDateTime64({hoglet_to}, 3, 'UTC')",
    // Filters choose the calls of the tool alone: a neighbour may be of another version or client.
    ...(isAmong ? [] : ["{filters}"]),
    ...(range.fromMs === null ? [] : ["timestamp >= toDateTime64({hoglet_from}, 3, 'UTC')"]),
  ].join(" AND ");
  const page = isMissing ? { ...toTablePage(node), limit: Math.min(toTablePage(node).limit, 500) } : null;
  const table = mcpTable(`${columns} ${where} ${isAmong ? "tool conversation is_asked" : ""}`, where);
  const over = node.neighborDirection === "before" ? "lagInFrame" : "leadInFrame";
  const from = isAmong
    ? `(SELECT tool, is_asked, ${over}(tool) OVER (PARTITION BY conversation ORDER BY timestamp ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS neighbor_tool FROM ${table})`
    : table;
  const sql = `SELECT ${columns} FROM ${from} ${rest}${page === null ? "" : ` LIMIT ${page.limit} OFFSET ${page.offset}`}`;
  const parts = {
    filters: readFilters(project, { properties: filled(properties), filterTestAccounts }, ctx.clock.now()),
    values: {
      hoglet_to: new Date(range.toMs).toISOString(),
      ...(range.fromMs !== null && { hoglet_from: new Date(range.fromMs).toISOString() }),
      hoglet_tool: tool ?? "",
      hoglet_interval: node.interval ?? "day",
      hoglet_type: node.errorType ?? "",
      hoglet_status: node.errorStatus ?? "",
      hoglet_search: node.search?.trim() ?? "",
    },
    limit: page?.limit ?? 10_000,
  };
  const { result } = await runStatement(ctx, project, sql, parts, keyId).catch(withoutAttr);
  const rows = result.results.map((row) =>
    Object.fromEntries(result.columns.map((column, place) => [column, row[place]])),
  );
  return { results: rows.map(withPerson), ...(isMissing && { has_next: result.hasMore }) };
}

/** Shows the parts of a person as JSON. */
function withPerson({ email, name, ...row }: Record<string, unknown>): Record<string, unknown> {
  if (email === undefined) return row;
  return { ...row, person_properties: JSON.stringify({ ...(email ? { email } : {}), ...(name ? { name } : {}) }) };
}

/** Days before now count from midnight, as in PostHog. */
function wholeDays(range: McpNode["dateRange"]): McpNode["dateRange"] {
  const from = range?.date_from ?? "";
  return /^-\d+[dwmqy]$/.test(from) ? { ...range, date_from: `${from}Start` } : range;
}
