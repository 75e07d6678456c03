import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";

const nodes = suite("hogqlQuery");

const NOW = "2024-03-10T12:00:00.250Z";

function event(name: string, distinctId: string, timestamp: string, properties: Record<string, unknown> = {}) {
  return {
    event: name,
    distinct_id: distinctId,
    timestamp,
    properties: { $session_id: `s-${distinctId}`, ...properties },
  };
}

async function openWorld(): Promise<Hoglet> {
  const hoglet = await createHoglet({ now: NOW, personalApiKey: "phx_test_key" });
  await hoglet.projects.update(hoglet.project.id, {
    timezone: "America/New_York",
    test_account_filters: [{ key: "email", value: "@test.org", operator: "not_icontains", type: "person" }],
  });
  await hoglet.capture([
    event("seen", "ann", "2024-03-09T04:30:00Z", { plan: "pro", $set: { email: "ann@example.org" } }),
    event("seen", "ann", "2024-03-09T05:30:00Z", { plan: "free", $groups: { org: "acme" }, $group_0: "acme" }),
    event("paid", "tom", "2024-03-10T11:00:00Z", { plan: "pro", $set: { email: "tom@test.org" } }),
    event("$groupidentify", "ann", "2024-03-09T05:31:00Z", {
      $group_type: "org",
      $group_key: "acme",
      $group_set: { tier: "gold" },
    }),
  ]);
  return hoglet;
}

const hoglet = await openWorld();

async function post(query: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const response = await hoglet.fetch(`/api/projects/${hoglet.project.id}/query/`, {
    method: "POST",
    headers: { authorization: "Bearer phx_test_key", "content-type": "application/json" },
    body: JSON.stringify({ query: { kind: "HogQLQuery", ...query }, ...more }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const counted = async (
  filters: Record<string, unknown>,
  sql = "select count() from events where event != '$groupidentify' and {filters}",
) => ((await post({ query: sql, filters })).body["results"] as unknown[][])[0]?.[0];

nodes("fill the envelope: the text's own LIMIT is not paged", async () => {
  const { status, body } = await post({ query: "select event, timestamp from events order by timestamp" });
  assert.is(status, 200);
  assert.equal(
    [body["limit"], body["offset"], body["hasMore"], body["clickhouse"], body["timezone"]],
    [100, 0, false, null, "America/New_York"],
  );
  // Whole seconds, as in every envelope (reference/query.md 2.2).
  assert.is(body["last_refresh"], "2024-03-10T12:00:00Z");
  assert.equal(body["types"], [
    ["event", "String"],
    ["timestamp", "DateTime64(6, 'America/New_York')"],
  ]);
  assert.equal((body["results"] as unknown[])[0], ["seen", "2024-03-08T23:30:00-05:00"]);
  const limited = await post({ query: "select event from events limit 1" });
  assert.equal([limited.body["limit"], limited.body["offset"], limited.body["hasMore"]], [null, null, null]);
});

nodes("lay dates over {filters}, on the project's clock", async () => {
  assert.is(await counted({}), 3);
  assert.is(await counted({ dateRange: { date_from: "2024-03-09" } }), 2);
  assert.is(await counted({ dateRange: { date_from: "2024-03-09", date_to: "2024-03-10" } }), 1);
  assert.is(await counted({ dateRange: { date_from: "-1d" } }), 2);
  assert.is(await counted({ dateRange: { date_from: "all" } }), 3);
  assert.is(await counted({ dateRange: { date_from: "2024-03-09T05:30:00Z", date_to: "2024-03-09T05:30:01Z" } }), 1);
});

nodes("lay property filters of all types over {filters}", async () => {
  const by = (...properties: unknown[]) => counted({ properties });
  assert.is(await by({ type: "event", key: "plan", value: "pro", operator: "exact" }), 2);
  assert.is(await by({ type: "person", key: "email", value: "example", operator: "icontains" }), 2);
  assert.is(await by({ type: "group", group_type_index: 0, key: "tier", value: "gold", operator: "exact" }), 1);
  assert.is(await by({ type: "session", key: "$session_duration", value: 100, operator: "gt" }), 2);
  assert.is(await by({ type: "event_metadata", key: "distinct_id", value: "tom", operator: "exact" }), 1);
  assert.is(await by({ type: "hogql", key: "properties.plan = 'free' or event = 'paid'" }), 2);
  assert.is(await by({}), 3);
  const group = {
    type: "OR",
    values: [
      { type: "event", key: "plan", value: "free" },
      { type: "event_metadata", key: "event", value: "paid" },
    ],
  };
  assert.is(await counted({ properties: group }), 2);
  assert.is(await counted({ filterTestAccounts: true }), 2);
  const cohort = await hoglet.cohorts.create({ name: "anns", is_static: true, distinct_ids: ["ann"] } as never);
  assert.is(await by({ type: "cohort", key: "id", value: cohort.id, operator: "in" }), 2);
  assert.is(await by({ type: "cohort", key: "id", value: cohort.id, operator: "not_in" }), 1);
});

nodes("filter sessions and groups by their own columns", async () => {
  const session = { properties: [{ type: "session", key: "$session_duration", value: 100, operator: "gt" }] };
  assert.is(await counted(session, "select count() from sessions where {filters}"), 1);
  assert.is(
    await counted({ dateRange: { date_from: "2024-03-10" } }, "select count() from sessions where {filters}"),
    1,
  );
  const tier = { properties: [{ type: "group", group_type_index: 0, key: "tier", value: "gold" }] };
  assert.is(await counted(tier, "select count() from groups where {filters}"), 1);
  const wrong = await post({ query: "select 1 from persons where {filters}", filters: {} });
  assert.is(wrong.status, 400);
  assert.match(
    String(wrong.body["detail"]),
    /^Cannot use 'filters' placeholder in a SELECT clause that does not select from/,
  );
  assert.is((await post({ query: "select 1 from persons where {filters}" })).status, 200);
});

nodes("know the bounds of {filters}; a comparison with one that is not given is true", async () => {
  const sql =
    "select count() from events where timestamp >= {filters.dateRange.from} and timestamp < {filters.dateRange.to}";
  assert.is(await counted({}, sql), 4);
  assert.is(await counted({ dateRange: { date_from: "2024-03-10" } }, sql), 1);
  const wrong = await post({ query: "select {filters.nothing}", filters: {} });
  assert.match(String(wrong.body["detail"]), /\{filters\}, \{filters\.dateRange\.from\}, \{filters\.dateRange\.to\}/);
});

nodes("take values as constants, never as SQL", async () => {
  const values = { who: "tom' or 1=1 --", ids: ["ann", "tom"], n: 5, yes: true, none: null };
  const { body } = await post({
    query:
      "select {who}, {n} + 1, {yes}, {none}, (select count() from events where distinct_id in {ids} and event != '$groupidentify'), (select count() from events where distinct_id = {who})",
    values,
  });
  assert.equal(body["results"], [["tom' or 1=1 --", 6, true, null, 3, 0]]);
  const missing = await post({ query: "select {nothing}" });
  assert.equal([missing.status, missing.body["code"], missing.body["attr"]], [400, "invalid_input", null]);
});

nodes("take variables, and other values for those that they have", async () => {
  const variables = {
    v1: { variableId: "v1", code_name: "plan", value: "pro" },
    v2: { variableId: "v2", code_name: "none", value: "x", isNull: true },
  };
  const query = "select count(), {variables.none} from events where properties.plan = {variables.plan}";
  assert.equal((await post({ query, variables })).body["results"], [[2, null]]);
  const override = {
    v1: { variableId: "v1", code_name: "plan", value: "free" },
    other: { variableId: "other", code_name: "x", value: 1 },
  };
  assert.equal((await post({ query, variables }, { variables_override: override })).body["results"], [[1, null]]);
  const missing = await post({ query: "select {variables.plam}", variables });
  assert.is(missing.body["detail"], "Placeholder {variables.plam} has no value. Perhaps you meant 'plan'?");
});

nodes("explain themselves, and refuse what they cannot do", async () => {
  const { body } = await post({ query: "select count() from events", explain: true });
  assert.ok(Array.isArray(body["explain"]) && body["explain"].length > 0);
  assert.is((await post({ query: "select 1", sendRawQuery: true })).status, 400);
  assert.is((await post({ query: "select 1", connectionId: "x" })).status, 400);
  const unknown = await post({ query: "select tofloatt(1)" });
  assert.equal(
    [unknown.status, unknown.body["type"], unknown.body["code"], unknown.body["attr"]],
    [400, "validation_error", "invalid_input", null],
  );
  assert.match(String(unknown.body["detail"]), /'tofloatt\(\.\.\.\)'\. Perhaps you meant 'toFloat'/);
});

nodes.after(() => hoglet.close());
nodes.run();
