import { suite } from "uvu";
import * as assert from "uvu/assert";
import { aiTrace } from "../../ui/ai-trace.ts";
import { connect, refusal } from "./support/connect.ts";

const NOW = "2026-03-04T12:00:00Z";
const at = (hours: number) => new Date(Date.parse(NOW) + hours * 3_600_000).toISOString();

const SHOP = [
  { event: "signed up", distinct_id: "u1", timestamp: at(-5), properties: { plan: "pro" } },
  { event: "order paid", distinct_id: "u1", timestamp: at(-4.9), properties: { amount: 20 } },
  { event: "signed up", distinct_id: "u2", timestamp: at(-3), properties: { plan: "free" } },
];

async function shop() {
  const mcp = await connect({ now: NOW });
  await mcp.hoglet.capture(SHOP);
  return mcp;
}

const asking = suite("query tools");

asking("count what the handle counts, and link to the page", async () => {
  await using mcp = await shop();
  const node = { series: [{ event: "signed up" }], dateRange: { date_from: "-1d" } };
  const told = await mcp.call("query-trends", node);
  const { results } = await mcp.hoglet.ask({ kind: "TrendsQuery", ...node });
  assert.is(told.results[0]?.["count"], 2);
  assert.equal(told.results[0]?.["data"], (results as { data: number[] }[])[0]?.data);
  assert.match(told["url"], /^http:\/\/127\.0\.0\.1:8010\/ui\/#\/p\/1\/insights\/new\?insight=TRENDS&.*signed%20up/);
  const wrapped = await mcp.call("query-trends", { query: { kind: "TrendsQuery", ...node } });
  assert.equal(wrapped.results, told.results);
});

asking("each kind answers, and one with numbers is not called empty for its zeros", async () => {
  await using mcp = await shop();
  const series = [{ event: "signed up" }];
  const target = { id: "signed up", type: "events" };
  const retention = await mcp.call("query-retention", {
    retentionFilter: { period: "Day", totalIntervals: 2, targetEntity: target, returningEntity: target },
  });
  assert.is(retention.results.length, 2);
  const lifecycle = await mcp.call("query-trends", { kind: "LifecycleQuery", series });
  assert.equal(lifecycle.results.find(({ status }) => status === "new")?.["count"], 2);
  const stickiness = await mcp.call("query-trends", { kind: "StickinessQuery", series });
  assert.is(stickiness.results[0]?.["count"], 2);
  for (const { summary, try_next: next } of [retention, lifecycle, stickiness])
    assert.equal([/^\d+ results, [\d-]+ to [\d-]+\.$/.test(summary), next ?? []], [true, []], summary);
  const paths = await mcp.call("query-paths", { pathsFilter: { includeEventTypes: ["custom_event"] } });
  assert.equal(
    paths.results.map(({ source, target: to }) => [source, to]),
    [["1_signed up", "2_order paid"]],
  );
});

asking("traces of language models, and one as a tree", async () => {
  await using mcp = await connect({ now: NOW });
  const none = await mcp.call("traces-list");
  assert.match(none.summary, /No trace is in these dates\. No event has arrived yet/);
  await mcp.hoglet.capture({ event: "signed up", distinct_id: "u1" });
  assert.match((await mcp.call("traces-list")).summary, /none about a language model/);
  await mcp.hoglet.capture(aiTrace(mcp.hoglet.clock.now()));
  const told = await mcp.call("traces-list", { limit: 1 });
  assert.is(told.summary, "1 traces, 1 with errors, 0.0076 USD.");
  assert.is(told["has_more"], true);
  const [first] = told.results;
  assert.equal(
    [first?.["trace_id"], first?.["name"], first?.["models"], first?.["errors"], first?.["seconds"]],
    ["trace-1", "Support agent", "gpt-4o", 1, 6.2],
  );
  const trace = await mcp.call("trace-get", { trace_id: "trace-1" });
  assert.equal(
    trace.results.map(({ depth, name }) => [depth, name]),
    [
      [0, "answer"],
      [1, "gpt-4o"],
      [1, "find_order"],
      [1, "gpt-4o"],
    ],
  );
  assert.match(String(trace.results[3]?.["error"]), /^429 Too many/);
  assert.is(trace.results[1]?.["tools_called"], "find_order");
  assert.match(
    await refusal(mcp.call("trace-get", { trace_id: "gone" })),
    /^trace_id: no event has the trace id "gone"/,
  );
});

asking("each call is captured when that was asked for, and a missing tool is told", async () => {
  await using mcp = await connect({ now: NOW }, {}, 1);
  await mcp.call("read-data-schema", { kind: "events" });
  await refusal(mcp.call("trace-get", { trace_id: "gone" }));
  await refusal(mcp.call("send-fax"));
  const ask = async (node: object) => (await mcp.hoglet.ask(node as never)) as { results: Record<string, unknown>[] };
  const [good] = (await ask({ kind: "MCPToolStatsQuery", toolName: "read-data-schema" })).results;
  assert.equal([good?.["calls"], good?.["errors"], good?.["conversations"]], [1, 0, 1]);
  const failures = await ask({ kind: "MCPToolFailuresQuery", toolName: "trace-get" });
  assert.equal(
    failures.results.map(({ message, occurrences }) => [message, occurrences]),
    [["tool", 1]],
  );
  const missing = await ask({ kind: "MCPMissingCapabilitiesQuery" });
  assert.equal(
    missing.results.map(({ intent, harness }) => [intent, harness]),
    [["send-fax", "test"]],
  );
  assert.is((await mcp.hoglet.persons.list()).results.length, 0);
  await using silent = await connect();
  await silent.call("read-data-schema", { kind: "events" });
  assert.is((await silent.hoglet.events.list()).count, 0);
});

asking("a call whose report fails is answered all the same, and says so", async () => {
  await using mcp = await connect({ now: NOW }, {}, 99);
  const { content, isError } = await mcp.client.callTool({ name: "read-data-schema", arguments: { kind: "events" } });
  assert.not.ok(isError);
  const [, said] = content as { text?: string }[];
  assert.match(said?.text ?? "", /^This call was not reported to project 99: /);
});

asking("a funnel, one person in it, and what goes with finishing", async () => {
  await using mcp = await shop();
  const series = [{ event: "signed up" }, { event: "order paid" }];
  const told = await mcp.call("query-funnel", { series, explain_for: "u2", correlate: "events" });
  assert.equal(
    told.results.map(({ count }) => count),
    [2, 1],
  );
  assert.match(told.summary, /2 → 1: 50\.0 % take all steps/);
  const parts = told["explanation"].parts as { events: { event: string }[]; reason?: string }[];
  assert.equal(
    parts.map(({ events, reason }) => events[0]?.event ?? reason),
    ["signed up", "no_such_event"],
  );
  assert.ok(told["correlation"] !== undefined);
});

asking("a name that never came, and dates that leave everything out", async () => {
  await using mcp = await shop();
  const misspelt = await mcp.call("query-funnel", { series: [{ event: "signed up" }, { event: "orderpaid" }] });
  assert.match(misspelt.summary, /No event is called "orderpaid"\. Near names: "order paid"/);
  const early = await mcp.call("query-trends", {
    series: [{ event: "signed up" }],
    dateRange: { date_from: "2025-01-01", date_to: "2025-01-03" },
  });
  assert.match(early.summary, /Nothing was counted, 2025-01-01 to 2025-01-03\. The events are there/);
  assert.ok((early.try_next ?? []).length > 0);
});

asking("a sum of texts says so", async () => {
  await using mcp = await shop();
  const sum = (property: string) =>
    mcp.call("query-trends", { series: [{ event: "signed up", math: "sum", math_property: property }] });
  assert.match((await sum("plan")).summary, /"plan" has values that are no numbers: they count for nothing\.$/);
  assert.match((await sum("amount")).summary, /leave them out\.$/);
});

asking("wrong fields and kinds are named", async () => {
  await using mcp = await shop();
  assert.match(
    await refusal(mcp.call("query-trends", { series: [{ event: "x" }], daterange: {} })),
    /daterange[\s\S]*dateRange/,
  );
  assert.match(await refusal(mcp.call("query-trends", { kind: "FunnelsQuery", series: [] })), /answers TrendsQuery/);
  assert.match(await refusal(mcp.call("query-trends", {})), /series: is missing/);
  const names = await refusal(mcp.call("query-funnel", { series: ["signed up", "order paid"] }));
  assert.match(names, /series\.1\n {2}Expected Object but received "order paid": .* by \{"event": "order paid"\}$/);
  const retained = await refusal(mcp.call("query-retention", { retentionFilter: { targetEntity: "signed up" } }));
  assert.match(retained, /targetEntity\n {2}Expected Object but received "signed up": .* by \{"id": "signed up"\}$/);
});

asking("SQL: rows, none, and mistakes", async () => {
  await using mcp = await shop();
  const told = await mcp.call("execute-sql", {
    query: "select event, count() as n from events group by 1 order by 2 desc",
  });
  assert.equal(told["columns"], ["event", "n"]);
  assert.equal(told.results as unknown, [
    ["signed up", 2],
    ["order paid", 1],
  ]);
  const none = await mcp.call("execute-sql", { query: "select event from events where event = 'x'" });
  assert.match(none.summary, /no row matches/);
  assert.match(await refusal(mcp.call("execute-sql", { query: "select nope from events" })), /nope/);
  assert.match(await refusal(mcp.call("execute-sql", { query: "delete from events" })), /\w/);
});

asking("saved as an insight on a dashboard, with links", async () => {
  await using mcp = await shop();
  const insight = await mcp.call("insight-create", {
    name: "Sign-ups",
    query: { kind: "TrendsQuery", series: [{ event: "signed up" }] },
  });
  const [{ short_id: id = "" } = {}] = insight.results as { short_id?: string }[];
  assert.ok(insight["url"].endsWith(`/ui/#/p/1/insights/${id}`));
  const dashboard = await mcp.call("dashboard-create", { name: "Start", insights: [id] });
  const [{ id: board } = {}] = dashboard.results as { id?: number }[];
  const { tiles } = await mcp.hoglet.dashboards.get(board ?? 0);
  assert.equal(
    tiles.map((tile) => tile.insight?.short_id),
    [id],
  );
  assert.match(await refusal(mcp.call("dashboard-create", { name: "Empty", insights: ["nosuchid"] })), /\w/);
  assert.is((await mcp.hoglet.dashboards.list()).count, 1, "nothing is made for an insight that is not there");
});

asking.run();

const checking = suite("tracking-plan-check and snapshot-compare");

checking("what is missing, misspelt, wrong and unplanned", async () => {
  await using mcp = await connect({ now: NOW });
  await mcp.hoglet.capture([
    { event: "signed up", distinct_id: "u1", properties: { plan: 3, $lib: "web" } },
    { event: "orderPaid", distinct_id: "u1", properties: { amount: 20 } },
  ]);
  const plan = [
    { event: "signed up", properties: { plan: "string", coupon: "string?" } },
    { event: "order paid", properties: { amount: "number" } },
  ];
  const told = await mcp.call("tracking-plan-check", { plan });
  assert.equal(
    told.results.map(({ ok, count }) => [ok, count]),
    [
      [false, 1],
      [false, 0],
    ],
  );
  assert.match(String(told.results[0]?.["issues"]), /plan.*string/i);
  assert.equal(told.results[1]?.["probably_sent_as"], ["orderPaid"]);
  assert.equal(told["unplanned"], [{ event: "orderPaid", count: 1 }]);
  await mcp.hoglet.capture([
    { event: "signed up", distinct_id: "u1", properties: { plan: "pro" } },
    { event: "order paid", distinct_id: "u1", properties: { amount: 1 } },
  ]);
  const kept = await mcp.call("tracking-plan-check", { plan, after: told["next_after"] });
  assert.match(kept.summary, /^The plan is kept \(2 events read\)/);
  assert.match(
    await refusal(mcp.call("tracking-plan-check", { plan: [{ event: "x", properties: { a: "text" } }] })),
    /expected string, number/,
  );
});

checking("a snapshot tells what came since, without ids and times", async () => {
  await using mcp = await connect();
  await mcp.hoglet.capture({ event: "paid", distinct_id: "u1", properties: { amount: 1 } });
  assert.match(await refusal(mcp.call("snapshot-compare")), /None was taken/);
  await mcp.call("snapshot-compare", { take: true });
  assert.match((await mcp.call("snapshot-compare")).summary, /Nothing differs/);
  await mcp.hoglet.capture({ event: "paid", distinct_id: "u1", properties: { amount: 1 } });
  await mcp.hoglet.capture({ event: "refunded", distinct_id: "u1" });
  const { results } = await mcp.call("snapshot-compare");
  assert.equal(
    results.map(({ what, before, now }) => [what, before, now]),
    [
      ["event paid", 1, 2],
      ["event refunded", 0, 1],
    ],
  );
  assert.match(await refusal(mcp.call("snapshot-compare", { file: "/etc/passwd" })), /on stdio only/);
});

checking.run();

const setting = suite("create-feature-flag");

setting("makes, changes, and says who gets what", async () => {
  await using mcp = await connect();
  const made = await mcp.call("create-feature-flag", { key: "beta", evaluate_for: "u1" });
  assert.match(made.summary, /was made/);
  assert.ok(JSON.stringify(made["evaluation"]).includes("true"), JSON.stringify(made["evaluation"]));
  const changed = await mcp.call("create-feature-flag", { key: "beta", active: false });
  assert.match(changed.summary, /was changed; it is off/);
  assert.is((await mcp.hoglet.featureFlags.list()).count, 1);
  assert.match((await mcp.call("create-feature-flag", { key: "beta", deleted: true })).summary, /was deleted/);
  assert.is((await mcp.hoglet.featureFlags.list()).count, 0);
  assert.match(await refusal(mcp.call("create-feature-flag", { key: "not a key!" })), /key/);
});

setting.run();

const guiding = suite("the resource and the prompt");

guiding("lead to the page, and to a proof", async () => {
  await using mcp = await connect();
  const { contents } = await mcp.client.readResource({ uri: "hoglet://page" });
  assert.match(
    String((contents[0] as { text?: string } | undefined)?.text),
    /http:\/\/127\.0\.0\.1:8010\/ui\/[\s\S]*phc_1/,
  );
  const { messages } = await mcp.client.getPrompt({ name: "instrument", arguments: { feature: "checkout" } });
  assert.match(JSON.stringify(messages), /Instrument \\"checkout\\" in this app[\s\S]*event-wait/);
  assert.match(mcp.client.getInstructions() ?? "", /phc_1/);
  assert.match(await refusal(mcp.client.readResource({ uri: "hoglet://else" })), /There is no resource/);
});

guiding.run();
