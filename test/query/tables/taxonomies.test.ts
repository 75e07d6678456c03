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

taxonomies.run();
