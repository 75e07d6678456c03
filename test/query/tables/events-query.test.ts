import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openTables } from "./open-tables.ts";

// Expected values: reference/query.md 4.3.

const DATA = {
  now: "2024-05-10T12:00:00Z",
  persons: [
    { distinct_ids: ["u1", "u1-b"], properties: { email: "ann@x.org", plan: "pro" } },
    { distinct_ids: ["u2"], properties: { name: "Bob" } },
  ],
  events: [
    { event: "view", distinct_id: "u1", timestamp: "2024-05-10T08:00:00Z", properties: { page: "/a", n: 1 } },
    { event: "view", distinct_id: "u1-b", timestamp: "2024-05-10T09:00:00Z", properties: { page: "/b", n: 2 } },
    { event: "buy", distinct_id: "u2", timestamp: "2024-05-10T10:00:00Z", properties: { page: "/b", n: 5 } },
    { event: "view", distinct_id: "u2", timestamp: "2024-05-01T10:00:00Z", properties: { page: "/old", n: 9 } },
  ],
};

const events = suite("EventsQuery");

events("turns pages by offset and by its cursor, the newest first", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const query = { kind: "EventsQuery", select: ["event", "timestamp"], limit: 1, orderBy: ["timestamp DESC"] };
  const first = (await ask(query)).body;
  assert.equal(first.results, [["buy", "2024-05-10T10:00:00Z"]]);
  assert.is(first["hasMore"], true);
  assert.is(first["limit"], 1);
  const { body: byOffset } = await ask({ ...query, offset: 1 });
  const { body: byCursor } = await ask({ ...query, before: first["nextCursor"] });
  assert.equal(byOffset.results, [["view", "2024-05-10T09:00:00Z"]]);
  assert.equal(byCursor.results, byOffset.results);
  const { body: last } = await ask({ ...query, limit: 0, offset: -1 });
  assert.is(last.results.length, 3, "limits and offsets of 0 and less mean the default");
  assert.is(last["nextCursor"], null);
});

events("narrows by name, person, expression and group of rows", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const rows = async (fields: object) =>
    (await ask({ kind: "EventsQuery", select: ["properties.page"], after: "all", ...fields })).body.results.flat();
  assert.equal(await rows({ event: "view" }), ["/a", "/b", "/old"]);
  assert.equal(await rows({ events: ["buy", "nothing"] }), ["/b"]);
  assert.equal(await rows({ where: ["toInt(properties.n) > 1", "event = 'view'"] }), ["/b", "/old"]);
  const { results } = await hoglet.persons.list({ distinct_id: "u1" });
  const [person] = results;
  assert.equal(await rows({ personId: person?.uuid }), ["/a", "/b"]);
  assert.equal(await rows({ personId: person?.id }), ["/a", "/b"]);
  assert.equal(await rows({ properties: [{}], fixedProperties: [{ type: "event", key: "page", value: "/a" }] }), [
    "/a",
  ]);
  const having = { select: ["properties.page", "count()"], where: ["count() > 1"] };
  assert.equal((await ask({ kind: "EventsQuery", after: "all", ...having })).body.results, [["/b", 2]]);
});

events("finds the events of an action, and of its steps", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const steps = [{ event: "view", properties: [{ key: "page", value: "/b", operator: "exact" as const }] }];
  const action = await hoglet.actions.create({ name: "Saw b", steps });
  const query = { kind: "EventsQuery", select: ["event", "properties.page"], after: "all" };
  const expected = [["view", "/b"]];
  assert.equal((await ask({ ...query, actionId: action.id })).body.results, expected);
  assert.equal((await ask({ ...query, actionSteps: steps })).body.results, expected);
  const { status, body } = await ask({ ...query, actionId: 999 });
  assert.is(status, 400);
  assert.is(body["detail"], "Action 999 does not exist.");
});

events("names columns by their alias, and shows people by the display property", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const select = ["properties.n * 2 AS twice", "person_display_name", "timestamp"];
  const { body } = await ask({ kind: "EventsQuery", select: select.slice(1), limit: 1 });
  const [[shown] = []] = body.results;
  assert.is((shown as Record<string, unknown>)["display_name"], "Bob");
  assert.is((shown as Record<string, unknown>)["distinct_id"], "u2");
  const { body: named } = await ask({ kind: "EventsQuery", select: ["lower(event) AS small", "count()"] });
  assert.equal(named["columns"], ["small", "count()"]);
  assert.equal(named.results, [
    ["view", 2],
    ["buy", 1],
  ]);
});

events("refuses fields and texts that it does not know", async () => {
  const { hoglet, ask } = await openTables({ now: DATA.now });
  await using _ = hoglet;
  const unknown = await ask({ kind: "EventsQuery", select: ["*"], group_by: ["event"] });
  assert.is(unknown.status, 400);
  assert.is(unknown.body["code"], "parse_error");
  assert.match(String(unknown.body["detail"]), /^1 validation error for QueryRequest\n.*group_by/);
  const second = await ask({ kind: "EventsQuery", select: ["event FROM persons --"] });
  assert.is(second.status, 400);
  assert.is(second.body["attr"], null);
});

events("lists the events behind a number: of a point, a line of a breakdown, a row of a retention", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const pages = async (source: object, point: object) => {
    const behind = { kind: "InsightActorsQuery", source, ...point };
    const { status, body } = await ask({ kind: "EventsQuery", select: ["properties.page"], source: behind });
    return status === 200 ? body.results.flat().toSorted() : body["code"];
  };
  const breakdownFilter = { breakdown: "page", breakdown_limit: 1 };
  const trend = { kind: "TrendsQuery", series: [{ event: "view" }], dateRange: { date_from: "-30d" }, breakdownFilter };
  assert.equal(await pages(trend, { day: "2024-05-10" }), ["/a", "/b"]);
  assert.equal(await pages(trend, { day: "2024-05-01" }), ["/old"]);
  const { results } = (await ask(trend)).body as unknown as { results: { breakdown_value: string; count: number }[] };
  assert.is(results.length, 2);
  for (const { breakdown_value: breakdown, count } of results)
    assert.is(((await pages(trend, { breakdown })) as unknown[]).length, count, breakdown);
  const entities = { targetEntity: { id: "buy" }, returningEntity: { id: "view" } };
  const retention = { kind: "RetentionQuery", retentionFilter: entities, dateRange: { date_from: "-9d" } };
  assert.equal(await pages(retention, { interval: 9 }), ["/b"], "u2 alone bought, and viewed before");
  assert.equal(await pages(retention, { interval: 8 }), []);
  const { breakdownFilter: _breakdown, ...plain } = trend;
  const nobody = { ...plain, series: [{ kind: "ActionsNode", id: 999 }] };
  assert.equal(await pages(nobody, {}), [], "an action that is gone takes no event");
  const first = { ...plain, series: [{ event: "view", math: "first_time_for_user" }] };
  assert.is(await pages(first, {}), "unsupported");
  assert.is(await pages({ ...plain, kind: "LifecycleQuery" }, { day: "2024-05-10", status: "new" }), "unsupported");
});

events("never shows events of another project", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const other = await hoglet.projects.create({ name: "Other" });
  const body = JSON.stringify({ api_key: other.api_token, event: "secret", distinct_id: "u9" });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body };
  const captured = await hoglet.fetch("http://hoglet.test/capture/", init);
  assert.is(captured.status, 200);
  const { results } = (await ask({ kind: "EventsQuery", select: ["event"], after: "all" })).body;
  assert.is(results.length, 4);
  assert.not.ok(results.flat().includes("secret"));
});

events.run();
