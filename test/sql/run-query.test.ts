import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { QueryOptions } from "../../lib/index.ts";
import { NOW, openSample, refusal, rows } from "./open-query.ts";

const running = suite("runQuery");

const hoglet = await openSample();
await hoglet.query("select 1");

running("answers in the shape of the real service", async () => {
  const { results, ...rest } = await hoglet.query("select id, properties.email from persons order by 2 limit 2");
  assert.is(results.length, 2);
  assert.match(
    rest.hogql,
    /^SELECT "persons"\."id" AS "id", .* FROM temp\.persons AS "persons" ORDER BY 2 NULLS LAST LIMIT 3$/,
  );
  assert.equal(rest, {
    columns: ["id", "email"],
    types: [
      ["id", "UUID"],
      ["email", "Nullable(String)"],
    ],
    hogql: rest.hogql,
    query: "select id, properties.email from persons order by 2 limit 2",
    clickhouse: null,
    hasMore: false,
    limit: 2,
    offset: 0,
    error: null,
    explain: null,
    metadata: null,
    modifiers: {},
    timings: [],
    is_cached: false,
    last_refresh: NOW,
  });
});

const NUMBERS = "with recursive c(x) as (select 1 union all select x + 1 from c limit 60000) select x from c";

const LIMITS: [sql: string, options: QueryOptions, rows: number, limit: number, hasMore: boolean][] = [
  [NUMBERS, {}, 100, 100, true],
  [`${NUMBERS} limit 100`, {}, 100, 100, true],
  [`${NUMBERS} limit 5`, {}, 5, 5, true],
  [`${NUMBERS} limit 5 offset 59995`, {}, 5, 5, false],
  [`${NUMBERS} limit 5 offset 59994`, {}, 5, 5, true],
  [`${NUMBERS} limit 5`, { limit: 3 }, 3, 3, true],
  [`${NUMBERS} limit 5`, { limit: 8 }, 5, 5, true],
  [NUMBERS, { limit: 200 }, 200, 200, true],
  [NUMBERS, { limit: 70_000 }, 50_000, 50_000, true],
  [`${NUMBERS} limit 55000`, {}, 50_000, 50_000, true],
  [`${NUMBERS} limit 1 + 1`, {}, 2, 50_000, false],
  [`${NUMBERS} limit 0`, {}, 0, 0, true],
  ["select 1", {}, 1, 100, false],
];

for (const [sql, options, count, limit, hasMore] of LIMITS) {
  running(`gives ${count} rows for …${sql.slice(-25)} ${JSON.stringify(options)}`, async () => {
    const answer = await hoglet.query(sql, options);
    assert.equal([answer.results.length, answer.limit, answer.hasMore], [count, limit, hasMore]);
  });
}

running("names types that only the rows tell by their values", async () => {
  const { types } = await hoglet.query(
    "select properties.price, json_extract(properties, '$.price') + 0.5, json_type(properties) from events",
  );
  assert.equal(
    types.map(([, type]) => type),
    ["Nullable(Int64)", "Nullable(Float64)", "Nullable(String)"],
  );
  const priced = "select properties.price as a from events where properties.price is not null";
  assert.equal((await hoglet.query(priced)).types, [["a", "Nullable(Int64)"]]);
  assert.equal((await hoglet.query("select properties.x as a from events where 0")).types, [["a", "Nullable(String)"]]);
});

running("binds values by both of their forms", async () => {
  const sql = "select event from events where properties.price >= {price} and distinct_id = :who";
  assert.equal(await rows(hoglet, sql, { values: { price: 10, who: "u1" } }), [["paid"]]);
  assert.equal(await rows(hoglet, "select {a}, {b}, {c}", { values: { a: true, b: null, c: "'; --" } }), [
    [true, null, "'; --"],
  ]);
  const missing = await refusal(hoglet.query("select {a}, {b}", { values: { a: 1 } }));
  assert.equal([missing?.status, missing?.code], [400, "invalid_input"]);
  assert.match(missing?.detail ?? "", /Placeholder \{b\} has no value/);
  assert.equal(
    await rows(hoglet, "select count() from events where distinct_id in {ids}", { values: { ids: ["u1", "a1"] } }),
    [[2]],
  );
});

running("reads properties of events and of their persons", async () => {
  const sql = `select properties.$browser, properties['price'], properties.nested.deep, e.person.properties.email,
    person.properties['full name'] from events e order by timestamp`;
  const answer = await hoglet.query(sql);
  assert.equal(answer.columns, ["$browser", "price", "deep", "email", "full name"]);
  assert.equal(answer.results, [
    ["Firefox", 5, null, "mira@example.org", null],
    ["Chrome", null, null, null, "Jo"],
    [null, 20, '["x"]', "mira@example.org", null],
  ]);
  const byBrowser = "select properties.$browser, count() from events where properties.$browser is not null group by 1";
  assert.equal(await rows(hoglet, byBrowser), [
    ["Chrome", 1],
    ["Firefox", 1],
  ]);
});

running("says what is wrong with a statement", async () => {
  const WRONG: [sql: string, detail: RegExp][] = [
    ["selec 1", /Only a single SELECT/],
    ["select from events", /Syntax error at character 8, near "from"/],
    ["select nonsense from events", /Unable to resolve field: nonsense/],
    ["select * from nowhere", /Unknown table "nowhere"/],
    ["select json_extract('{', '$')", /malformed JSON/],
    ["select \0", /NUL/],
    ["   ", /Only a single SELECT/],
  ];
  for (const [sql, detail] of WRONG) {
    const error = await refusal(hoglet.query(sql));
    assert.equal([error?.status, error?.type, error?.attr], [400, "validation_error", "query"], sql);
    assert.match(error?.detail ?? "", detail);
  }
});

running("refuses input of another shape", async () => {
  const WRONG: [sql: unknown, options: object, attr: string][] = [
    ["", {}, "query"],
    ["x".repeat(100_001), {}, "query"],
    [5, {}, "query"],
    ["select 1", { limit: 0 }, "limit"],
    ["select 1", { limit: 1.5 }, "limit"],
    ["select 1", { values: { a: {} } }, "values__a"],
  ];
  for (const [sql, options, attr] of WRONG) {
    const error = await refusal(hoglet.query(sql as string, options));
    assert.equal([error?.status, error?.attr], [400, attr], JSON.stringify(options));
  }
});

running("knows no project that is not there, and nothing after the handle is closed", async () => {
  assert.is((await refusal(hoglet.query("select 1", { project: 99 })))?.status, 404);
  await hoglet.close();
  assert.match((await refusal(hoglet.query("select 1")))?.detail ?? "", /closed/);
});

running("checks its options", async () => {
  const tooShort = await refusal(createHoglet({ queryTimeoutMs: 0 }));
  assert.equal([tooShort?.code, tooShort?.attr], ["misconfigured", "queryTimeoutMs"]);
});

running.run();
