import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import type { CapturedEvent, Hoglet } from "../../../lib/index.ts";

const NOW = "2025-01-16T00:00:00Z";
const CODE = "claude-code/2.1.0 (cli)";

function call(user: string, minute: number, properties: Record<string, unknown>): CapturedEvent {
  const timestamp = new Date(Date.parse("2025-01-15T10:00:00Z") + minute * 60_000).toISOString();
  const own = { $mcp_source: "posthog_mcp_analytics", $mcp_tool_name: "search", $session_id: "s1" };
  return { event: "$mcp_tool_call", distinct_id: user, timestamp, properties: { ...own, ...properties } };
}

const FAILED = {
  $mcp_is_error: true,
  $mcp_error_type: "api_5xx",
  $mcp_error_status: 502,
  $mcp_error_message: "Bad gateway",
};

const EVENTS: CapturedEvent[] = [
  call("ada", 0, {
    $mcp_duration_ms: 100,
    $mcp_intent: "find the order",
    $mcp_intent_source: "context_parameter",
    $mcp_client_user_agent: CODE,
    $set: { email: "ada@x.io" },
  }),
  call("ada", 1, {
    $mcp_duration_ms: 300,
    ...FAILED,
    $mcp_client_user_agent: CODE,
    $mcp_tool_description: "Searches.",
  }),
  call("bob", 2, {
    $mcp_duration_ms: 200,
    $mcp_is_error: "true",
    mcp_session_client_name: "Cursor (via mcp-remote 0.1)",
    $session_id: "s2",
    $mcp_intent: "{}",
  }),
  // The tool within a wrapper.
  call("ada", 3, { $mcp_tool_name: "exec", $mcp_exec_tool_call_name: "export", $mcp_client_user_agent: CODE }),
  call("ada", 4, { $mcp_tool_name: "search", $session_id: "", $mcp_session_id: "s1" }),
  // Not of PostHog's SDK, and long ago.
  call("eve", 5, { $mcp_source: "other" }),
  call("eve", -60 * 24 * 30, {}),
  {
    event: "$mcp_missing_capability",
    distinct_id: "ada",
    timestamp: "2025-01-15T11:00:00Z",
    properties: { $mcp_intent: "Export as PDF", mcp_session_client_name: "my-agent", $session_id: "s1" },
  },
  {
    event: "$mcp_missing_capability",
    distinct_id: "bob",
    timestamp: "2025-01-15T12:00:00Z",
    properties: { $mcp_intent: "Send a fax" },
  },
];

const mcp = suite("queries about tools of MCP servers");
let hoglet: Hoglet;
mcp.before(async () => {
  hoglet = await createHoglet({ now: NOW });
  await hoglet.capture(EVENTS);
});
mcp.after(() => hoglet.close());

async function ask(kind: string, fields: object = { toolName: "search" }): Promise<Record<string, unknown>[]> {
  const { results } = (await hoglet.ask({ kind, ...fields } as never)) as { results: Record<string, unknown>[] };
  return results;
}

mcp("count calls, failures, users and conversations of a tool, and measure its time", async () => {
  assert.equal(await ask("MCPToolStatsQuery"), [
    { calls: 4, errors: 2, p50_ms: 200, p95_ms: 290, users: 2, conversations: 2, with_intent: 1 },
  ]);
  assert.equal(await ask("MCPToolStatsQuery", { toolName: "unknown" }), []);
  // A tool without times has no time.
  const [other] = await ask("MCPToolStatsQuery", { toolName: "export" });
  assert.equal([other?.["calls"], other?.["p50_ms"]], [1, null]);
});

mcp("follow dates and filters", async () => {
  const [all] = await ask("MCPToolStatsQuery", { toolName: "search", dateRange: { date_from: "all" } });
  assert.is(all?.["calls"], 5);
  const ada = [{ key: "email", value: "ada@x.io", operator: "exact", type: "person" }];
  const [own] = await ask("MCPToolStatsQuery", { toolName: "search", properties: ada });
  assert.is(own?.["calls"], 3);
});

mcp("go by day or hour", async () => {
  const [day] = await ask("MCPToolDailyStatsQuery");
  assert.equal(day, { day: "2025-01-15 00:00:00", calls: 4, errors: 2, p50: 200, p95: 290, users: 2, sessions: 2 });
  const hours = await ask("MCPToolDailyStatsQuery", { toolName: "search", interval: "hour" });
  assert.is(hours[0]?.["day"], "2025-01-15 10:00:00");
});

mcp("name the users, with their clients", async () => {
  const users = await ask("MCPToolTopUsersQuery");
  const shown = users.map(
    ({ distinct_id: id, calls, errors, error_rate_pct: rate, harnesses, person_properties: person }) => [
      id,
      calls,
      errors,
      rate,
      harnesses,
      person,
    ],
  );
  assert.equal(shown, [
    ["ada", 3, 1, 33.3, ["Claude Code", "Other"], '{"email":"ada@x.io"}'],
    ["bob", 1, 1, 100, ["Cursor"], "{}"],
  ]);
});

mcp("count clients", async () => {
  const all = await ask("MCPHarnessBreakdownQuery", {});
  assert.equal(
    all.map(({ harness, total_calls: calls, errors, sessions }) => [harness, calls, errors, sessions]),
    [
      ["Claude Code", 3, 1, 1],
      ["Other", 2, 0, 1],
      ["Cursor", 1, 1, 1],
    ],
  );
  assert.is((await ask("MCPHarnessBreakdownQuery")).find(({ harness }) => harness === "Other")?.["total_calls"], 1);
});

mcp("count failures by kind, and list those of a kind", async () => {
  const failures = await ask("MCPToolFailuresQuery");
  assert.equal(
    failures.map(({ message, error_type: type, error_status: status, occurrences, harnesses }) => [
      message,
      type,
      status,
      occurrences,
      harnesses,
    ]),
    [
      ["api_5xx (HTTP 502)", "api_5xx", "502", 1, ["Claude Code"]],
      ["unknown", "unknown", "", 1, ["Cursor"]],
    ],
  );
  const fields = { toolName: "search", errorType: "api_5xx", errorStatus: "502" };
  const [one, ...more] = await ask("MCPToolFailureOccurrencesQuery", fields);
  const { timestamp, ...rest } = one ?? {};
  assert.is(Date.parse(String(timestamp)), Date.parse("2025-01-15T10:01:00Z"));
  assert.equal(rest, {
    distinct_id: "ada",
    session_id: "s1",
    harness: "Claude Code",
    intent: "",
    error_message: "Bad gateway",
    error_status: "502",
  });
  assert.equal(more, []);
  assert.equal(await ask("MCPToolFailureOccurrencesQuery", { toolName: "search", errorType: "api_5xx" }), []);
});

mcp("show descriptions, intents and the tools beside", async () => {
  assert.equal(
    (await ask("MCPToolDescriptionsQuery")).map(({ description }) => description),
    ["Searches."],
  );
  assert.equal(
    (await ask("MCPToolSampleIntentsQuery")).map(({ intent, intent_source: source, harness }) => [
      intent,
      source,
      harness,
    ]),
    [["find the order", "context_parameter", "Claude Code"]],
  );
  const beside = (neighborDirection: string) => ask("MCPToolNeighborsQuery", { toolName: "search", neighborDirection });
  assert.equal(await beside("after"), [{ neighbor_tool: "export", co_occurrences: 1 }]);
  assert.equal(await beside("before"), [{ neighbor_tool: "export", co_occurrences: 1 }]);
  // The call beside has the property, and is a neighbour all the same.
  const without = { key: "$mcp_client_user_agent", operator: "is_not_set", value: "is_not_set", type: "event" };
  const filtered = { toolName: "search", neighborDirection: "before", properties: [without] };
  assert.equal(await ask("MCPToolNeighborsQuery", filtered), [{ neighbor_tool: "export", co_occurrences: 1 }]);
  assert.equal(await ask("MCPToolNeighborsQuery", { ...filtered, neighborDirection: "after" }), []);
});

mcp("list what agents missed, page by page", async () => {
  const first = await hoglet.ask({ kind: "MCPMissingCapabilitiesQuery", limit: 1 });
  assert.equal([first.results.map(({ intent }) => intent), first.has_next], [["Send a fax"], true]);
  const second = await hoglet.ask({ kind: "MCPMissingCapabilitiesQuery", search: " pdf " });
  const [{ timestamp, ...found } = {}] = second.results;
  assert.is(Date.parse(String(timestamp)), Date.parse("2025-01-15T11:00:00Z"));
  assert.equal(found, {
    intent: "Export as PDF",
    harness: "my-agent",
    session_id: "s1",
    distinct_id: "ada",
    person_properties: '{"email":"ada@x.io"}',
  });
  assert.is(second.has_next, false);
  assert.is(first.results[0]?.["harness"], "Unknown");
});

async function refused(node: object): Promise<number> {
  const error: unknown = await hoglet.ask(node as never).catch((reason: unknown) => reason);
  return (error as { status: number }).status;
}

mcp("refuse what they do not know", async () => {
  assert.is(await refused({ kind: "MCPToolStatsQuery" }), 400);
  assert.is(await refused({ kind: "MCPToolStatsQuery", toolName: "" }), 400);
  assert.is(await refused({ kind: "MCPToolNeighborsQuery", toolName: "search", neighborDirection: "up" }), 400);
  assert.is(await refused({ kind: "MCPHarnessBreakdownQuery", toolNames: [] }), 400);
});

mcp.run();
