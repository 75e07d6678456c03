import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { SavedInsight } from "../../lib/query/saved/index.ts";
import { openRest } from "./ask.ts";

const INSIGHTS = "/api/projects/1/insights";
const TREND = { insight: "TRENDS", events: [{ id: "paid" }], date_from: "-7d" };

function open() {
  const rest = openRest();
  const create = async (body: object = {}) =>
    (await rest.ask<SavedInsight>("POST", INSIGHTS, { body: { name: "pay", filters: TREND, ...body } })).body;
  const names = async (query = "") =>
    (await rest.ask("GET", `${INSIGHTS}/${query}`)).body.results.map((insight) => insight["name"]);
  return { ...rest, create, names };
}

const routes = suite("savedInsightRoutes");

routes("keeps a question under an id and a short id, and gives it back by either", async () => {
  const { ask } = open();
  const body = { name: "pay", filters: { ...TREND, insight: "trends" }, tags: ["money", "money"], favorited: true };
  const made = await ask<SavedInsight>("POST", `${INSIGHTS}/`, { body });
  assert.is(made.status, 201);
  const { short_id, ...rest } = made.body;
  assert.match(short_id, /^[A-Za-z0-9]{8}$/);
  assert.equal(rest, {
    id: 1,
    name: "pay",
    description: "",
    filters: TREND,
    query: {
      kind: "InsightVizNode",
      source: {
        kind: "TrendsQuery",
        series: [{ kind: "EventsNode", name: "paid", event: "paid" }],
        dateRange: { date_from: "-7d" },
      },
    },
    question: TREND,
    dashboards: [],
    favorited: true,
    tags: ["money"],
    saved: true,
    deleted: false,
    created_at: "2024-06-10T12:00:00Z",
    created_by: { first_name: "first key", email: null },
    last_modified_at: "2024-06-10T12:00:00Z",
    updated_at: "2024-06-10T12:00:00Z",
    dashboard_tiles: [],
    derived_name: null,
    order: null,
    last_modified_by: null,
    is_sample: false,
    effective_restriction_level: 21,
    effective_privilege_level: 37,
    user_access_level: "editor",
    alerts: [],
    last_viewed_at: null,
    result: null,
    last_refresh: null,
    is_cached: false,
  });
  for (const id of [1, short_id]) {
    const { body: found } = await ask<unknown>("GET", `${INSIGHTS}/${id}/`);
    assert.equal(found, made.body);
  }
});

routes("lists newest first, by a part of name or description, by kind and by favour", async () => {
  const { create, names } = open();
  await create({ name: "one" });
  await create({ name: "TWO", description: "about Çats", filters: { insight: "FUNNELS" } });
  await create({ name: "three", favorited: true });
  assert.equal(await names(), ["three", "TWO", "one"]);
  assert.equal(await names("?search=two"), ["TWO"]);
  assert.equal(await names("?search=çATS"), ["TWO"]);
  assert.equal(await names("?insight=FUNNELS"), ["TWO"]);
  assert.equal(await names("?favorited=true"), ["three"]);
  assert.equal(await names("?favorited=false"), ["TWO", "one"]);
  assert.equal(await names("?limit=1&offset=2"), ["one"]);
  const { short_id } = await create({ name: "four" });
  assert.equal(await names(`?short_id=${short_id}`), ["four"]);
});

routes("changes what is given, tells the activity log so, and no value of the question", async () => {
  const { ask, create } = open();
  const { id } = await create();
  const filters = { insight: "TRENDS", properties: [{ key: "email", value: "ada@example.com" }] };
  const { status, body } = await ask<SavedInsight>("PATCH", `${INSIGHTS}/${id}`, { body: { name: "new", filters } });
  assert.equal([status, body.name, body.filters, body.description], [200, "new", filters, ""]);
  const log = await ask("GET", "/api/projects/1/activity_log?scope=Insight");
  assert.equal(
    log.body.results.map((entry) => entry["activity"]),
    ["updated", "created"],
  );
  const text = JSON.stringify(log.body);
  assert.match(text, /"field":"filters"/);
  assert.not.match(text, /ada@example/);
  // Sent back as it was read: nothing happens.
  await ask("PATCH", `${INSIGHTS}/${id}`, { body });
  assert.is((await ask("GET", "/api/projects/1/activity_log?scope=Insight")).body["total_count"], 2);
});

routes("deletes out of the list, and brings back", async () => {
  const { ask, create, names } = open();
  const { id, short_id } = await create();
  assert.is((await ask("DELETE", `${INSIGHTS}/${short_id}`)).status, 204);
  assert.equal(await names(), []);
  assert.is((await ask("GET", `${INSIGHTS}/${id}`)).body["deleted"], true);
  assert.is((await ask("PATCH", `${INSIGHTS}/${id}`, { body: { deleted: false } })).body["deleted"], false);
  assert.equal(await names(), ["pay"]);
});

routes("asks the question with refresh=true, whatever insight it is for", async () => {
  const { ask, create, capture } = open();
  await capture([
    { event: "seen", distinct_id: "a", timestamp: "2024-06-09T10:00:00Z" },
    { event: "paid", distinct_id: "a", timestamp: "2024-06-09T11:00:00Z" },
  ]);
  const events = [{ id: "seen" }, { id: "paid", order: 1 }];
  const ways = {
    TRENDS: "trend",
    LIFECYCLE: "trend",
    STICKINESS: "trend",
    FUNNELS: "funnel",
    CORRELATION: "funnel/correlation",
    "FUNNELS funnel_correlation_type": "funnel/correlation",
    RETENTION: "retention",
    PATHS: "path",
  };
  for (const [way, path] of Object.entries(ways)) {
    const [insight = "", field] = way.split(" ");
    const { id } = await create({
      filters: { insight, events, date_from: "-7d", ...(field !== undefined && { [field]: "events" }) },
    });
    const { status, body } = await ask("GET", `${INSIGHTS}/${id}?refresh=true`);
    const named = path === "trend" ? { insight } : {};
    const wanted = await ask("POST", `${INSIGHTS}/${path}`, { body: { ...named, events, date_from: "-7d" } });
    assert.is(status, 200, insight);
    assert.equal(body["result"], wanted.body["result"], insight);
    assert.is(body["name"], "pay");
  }
});

routes("refuses what is no question, and what is not there", async () => {
  const { ask } = open();
  const attrOf = async (body: object | string) => {
    const { status, body: answer } = await ask("POST", INSIGHTS, { body });
    return [status, answer["attr"]];
  };
  assert.equal(await attrOf({ filters: "x" }), [400, "filters"]);
  assert.equal(await attrOf({ query: "x" }), [400, "query"]);
  assert.equal(await attrOf({ query: {} }), [400, "query"]);
  assert.equal(await attrOf({ query: { kind: "Tomato Soup" } }), [400, "query"]);
  assert.equal(await attrOf({ filters: { insight: "GUESS" } }), [400, "filters__insight"]);
  assert.equal(await attrOf({ filters: TREND, dashboards: [9] }), [400, "dashboards__0"]);
  assert.equal(await attrOf({ filters: TREND, description: "x".repeat(10_001) }), [400, "description"]);
  // Deeper than SQLite's JSON can read, and deeper than JSON can be written.
  for (const levels of [1100, 20_000]) {
    const body = `{"filters":{"events":${"[".repeat(levels)}${"]".repeat(levels)}}}`;
    assert.equal(await attrOf(body), [400, "filters"]);
  }
  assert.is((await ask("GET", `${INSIGHTS}/?insight=TRENDS`)).status, 200);
  for (const id of ["77", "nothing", "9999999999999999"]) {
    assert.is((await ask("GET", `${INSIGHTS}/${id}`)).status, 404, id);
  }
});

routes("keeps a query as it was sent, within its wrapper, and answers it", async () => {
  const { ask, create, capture, names } = open();
  await capture([{ event: "paid", distinct_id: "a", timestamp: "2024-06-09T11:00:00Z" }]);
  const source = { kind: "TrendsQuery", series: [{ event: "paid" }], trendsFilter: { showLegend: true } };
  const { id, ...made } = await create({ filters: undefined, query: source });
  const query = { kind: "InsightVizNode", source };
  assert.equal([made.filters, made.query], [{}, query]);
  assert.equal(made.question?.events, [{ id: "paid", order: 0, type: "events" }]);
  assert.equal(await names("?insight=TRENDS"), ["pay"]);
  assert.equal(await names("?insight=FUNNELS"), []);
  const get = async (rest: string) => (await ask("GET", `${INSIGHTS}/${id}/${rest}`)).body;
  assert.is((await get(""))["result"], null);
  const { result, is_cached: isCached } = await get("?refresh=true");
  assert.equal([(result as { count: number }[])[0]?.count, isCached], [1, false]);
  const cached = await get("");
  assert.equal([cached["result"], cached["is_cached"]], [result, true]);
  const over = await get(`?refresh=blocking&filters_override=${encodeURIComponent('{"date_from":"2024-06-10"}')}`);
  assert.equal((over["result"] as { count: number }[])[0]?.count, 0);
  // Sent back as it was read: nothing happens.
  await ask("PATCH", `${INSIGHTS}/${id}`, { body: made });
  assert.is((await ask("GET", "/api/projects/1/activity_log?scope=Insight")).body["total_count"], 1);
  const { body: changed } = await ask<SavedInsight>("PATCH", `${INSIGHTS}/${id}`, { body: { filters: TREND } });
  assert.equal([changed.filters, changed.query?.["kind"]], [TREND, "InsightVizNode"]);
});

routes("lets PostHog's MCP server save charts alone", async () => {
  const { ask } = open();
  const headers = { "x-posthog-client": "mcp" };
  const save = (query: object) => ask("POST", INSIGHTS, { body: { query }, headers });
  assert.is((await save({ kind: "HogQLQuery", query: "select 1" })).status, 201);
  const refused = await save({ kind: "EventsQuery", select: ["*"] });
  assert.is(refused.status, 400);
  assert.match(String(refused.body["detail"]), /^This query can't be saved: /);
});

routes("are of one project, and gone with it", async () => {
  const { ask, create, ctx } = open();
  const { id, short_id } = await create();
  for (const one of [id, short_id]) {
    assert.is((await ask("GET", `/api/projects/2/insights/${one}`)).status, 404);
    assert.is((await ask("PATCH", `/api/projects/2/insights/${one}`, { body: { name: "x" } })).status, 404);
    assert.is((await ask("DELETE", `/api/projects/2/insights/${one}`)).status, 404);
  }
  const board = { name: "b", tiles: [{ insight: id }] };
  assert.is((await ask("POST", "/api/projects/2/dashboards", { body: board })).status, 400);
  assert.is((await ask("POST", "/api/projects/1/dashboards", { body: board })).status, 201);
  await ask("DELETE", "/api/projects/1");
  for (const table of ["saved_insights", "dashboards", "dashboard_tiles"]) {
    assert.is(ctx.db.sql(`SELECT count(*) FROM ${table}`).pluck().get(), 0, table);
  }
});

routes("lets nobody change dashboards without their scope", async () => {
  const { ask, create, key } = open();
  const { id } = await create();
  await ask("POST", "/api/projects/1/dashboards", { body: { name: "b" } });
  const narrow = key(["insight:write"]);
  const { status, body } = await ask("PATCH", `${INSIGHTS}/${id}`, { body: { dashboards: [1] }, key: narrow });
  assert.equal([status, body["detail"]], [403, "API key missing required scope 'dashboard:write'"]);
  const wide = key(["insight:write", "dashboard:write"]);
  const changed = await ask("PATCH", `${INSIGHTS}/${id}`, { body: { dashboards: [1] }, key: wide });
  assert.equal(changed.body["dashboards"], [1]);
});

routes.run();
