import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openTables } from "./open-tables.ts";

// Expected values: reference/query.md 4.13.

const DATA = {
  now: "2024-05-10T12:00:00Z",
  persons: [
    { distinct_ids: ["ann"], properties: { plan: "pro" } },
    { distinct_ids: ["bob"], properties: { plan: "free", age: 40 } },
  ],
  groups: [
    { group_type_index: 0, group_key: "org-1", properties: { name: "Acme" } },
    { group_type_index: 0, group_key: "org-2", properties: {} },
  ],
  events: [
    {
      event: "view",
      distinct_id: "ann",
      timestamp: "2024-05-10T08:00:00Z",
      properties: { page: "/a", $session_id: "s1" },
    },
    {
      event: "view",
      distinct_id: "ann",
      timestamp: "2024-05-10T09:00:00Z",
      properties: { page: "/b", $session_id: "s2" },
    },
    {
      event: "view",
      distinct_id: "ann",
      timestamp: "2024-05-10T10:00:00Z",
      properties: { page: "/b", n: 1, $session_id: "s2" },
    },
    { event: "buy", distinct_id: "bob", timestamp: "2024-05-10T11:00:00Z" },
    { event: "old", distinct_id: "bob", timestamp: "2023-05-10T11:00:00Z" },
  ],
};

const taxonomies = suite("taxonomies");

taxonomies("list names and values of events, persons and groups", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const results = async (query: object) => {
    const { status, body } = await ask(query);
    assert.is(status, 200, JSON.stringify(body));
    return body.results as unknown[];
  };
  assert.equal(await results({ kind: "TeamTaxonomyQuery" }), [
    { event: "view", count: 3 },
    { event: "buy", count: 1 },
  ]);
  const properties = ["page", "n"];
  assert.equal(await results({ kind: "EventTaxonomyQuery", event: "view", properties }), [
    { property: "page", sample_values: ["/b", "/a"], sample_count: 2 },
    { property: "n", sample_values: ["1"], sample_count: 1 },
  ]);
  assert.equal(
    await results({ kind: "EventTaxonomyQuery", event: "view", properties: ["page"], maxPropertyValues: 1 }),
    [{ property: "page", sample_values: ["/b"], sample_count: 2 }],
  );
  assert.equal(await results({ kind: "ActorsPropertyTaxonomyQuery", properties: ["plan", "age", "none"] }), [
    { sample_values: ["free", "pro"], sample_count: 2 },
    { sample_values: ["40"], sample_count: 1 },
    { sample_values: [], sample_count: 0 },
  ]);
  assert.equal(await results({ kind: "ActorsPropertyTaxonomyQuery", properties: ["name"], groupTypeIndex: 0 }), [
    { sample_values: ["Acme"], sample_count: 1 },
  ]);
  const groups = { kind: "GroupsQuery", group_type_index: 0, select: ["group_name", "key"] };
  assert.equal(await results(groups), [
    ["Acme", "org-1"],
    ["org-2", "org-2"],
  ]);
  assert.equal(await results({ ...groups, search: "ACM" }), [["Acme", "org-1"]]);
  const timeline = (await results({ kind: "SessionsTimelineQuery" })) as {
    sessionId: string;
    events: Record<string, unknown>[];
  }[];
  const [event] = timeline[0]?.events ?? [];
  assert.equal([event?.["id"], event?.["elements"]], [event?.["uuid"], []]);
  assert.equal(
    timeline.map(({ sessionId, events }) => [sessionId, events.length]),
    [
      [null, 1],
      ["s2", 2],
      ["s1", 1],
    ],
  );
});

taxonomies("check SQL, and list its tables", async () => {
  const { hoglet, ask } = await openTables({ now: DATA.now });
  await using _ = hoglet;
  const check = async (query: string, language = "hogQL") =>
    (await ask({ kind: "HogQLMetadata", language, query })).body as Record<string, unknown>;
  const right = await check("SELECT event FROM events");
  assert.is(right["isValid"], true);
  assert.equal(right["table_names"], ["events"]);
  const wrong = await check("SELECT nothing FROM events");
  assert.is(wrong["isValid"], false);
  const [error] = wrong["errors"] as { start: number; message: string }[];
  assert.match(error?.message ?? "", /^Unable to resolve field: nothing/);
  assert.is((await check("properties.plan = 'a'", "hogQLExpr"))["isValid"], true);
  const schema = (await ask({ kind: "DatabaseSchemaQuery" })).body as Record<string, unknown>;
  const { events } = schema["tables"] as Record<string, { fields: Record<string, { type: string }> }>;
  assert.is(events?.fields["timestamp"]?.type, "datetime");
  assert.is(events?.fields["properties"]?.type, "json");
});

const event = (timestamp: string, properties: object, name = "view") => ({
  event: name,
  distinct_id: "ann",
  timestamp,
  properties,
});

taxonomies("complete the values of a property", async () => {
  const { hoglet, ask } = await openTables({
    ...DATA,
    events: [
      event("2024-05-10T08:00:00Z", { plan: "Pro plus", tags: ["a", "b"] }),
      event("2024-05-09T08:00:00Z", { plan: "pro", tags: ["b"] }),
      event("2024-05-03T00:00:00Z", { plan: "free", on: true, n: 3 }, "buy"),
      event("2024-05-02T23:59:59Z", { plan: "older than a week" }),
    ],
  });
  await using _ = hoglet;
  const values = async (fields: object) => {
    const { status, body } = await ask({ kind: "PropertyValuesQuery", property_type: "event", ...fields });
    assert.is(status, 200, JSON.stringify(body));
    return body.results as unknown[];
  };
  assert.equal(await values({ property_key: "plan" }), [{ name: "Pro plus" }, { name: "free" }, { name: "pro" }]);
  assert.equal(await values({ property_key: "plan", search_value: "PRO" }), [{ name: "pro" }, { name: "Pro plus" }]);
  assert.equal(await values({ property_key: "plan", event_names: ["buy"] }), [{ name: "free" }]);
  assert.equal(await values({ property_key: "tags" }), [{ name: "a" }, { name: "b" }]);
  assert.equal(await values({ property_key: "on" }), [{ name: "true" }]);
  assert.equal(await values({ property_key: "event", is_column: true }), [{ name: "view" }, { name: "buy" }]);
  assert.equal(await values({ property_type: "person", property_key: "plan" }), [
    { name: "free", count: 1 },
    { name: "pro", count: 1 },
  ]);
  for (const fields of [{}, { property_key: "" }, { property_key: "x", property_type: "group" }]) {
    assert.is((await ask({ kind: "PropertyValuesQuery", property_type: "event", ...fields })).status, 400);
  }
});

taxonomies.run();
