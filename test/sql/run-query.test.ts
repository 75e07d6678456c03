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
  assert.equal(rest, {
    columns: ["id", "email"],
    types: [
      ["id", "UUID"],
      ["email", "Nullable(String)"],
    ],
    hogql: `select id, (properties ->> '$.email') AS "email" from persons order by 2 limit 3`,
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

running("names types by the view's column, through subqueries and aliases, else by the values", async () => {
  const { types } = await hoglet.query(`
    with e as (select timestamp as at, person_id from events)
    select at, e.person_id, 1 as whole, 1.5 as real, 'x' as text, null as none, is_identified, cohorts.count
    from e join persons on persons.id = e.person_id left join cohorts on 1`);
  assert.equal(Object.fromEntries(types), {
    at: "DateTime",
    person_id: "UUID",
    whole: "Int64",
    real: "Float64",
    text: "String",
    none: "Nullable(String)",
    is_identified: "Bool",
    count: "Nullable(Int64)",
  });
  const mixed = await hoglet.query("values (1, 1), (1.5, null), (2, 3)");
  assert.equal(
    mixed.types.map(([, type]) => type),
    ["Float64", "Nullable(Int64)"],
  );
  assert.equal((await hoglet.query("select 1 as a where 0")).types, [["a", "Nullable(String)"]]);
});

running("keeps large integers exact, and gives JSON no infinity and bytes as hexadecimal digits", async () => {
  const sql = "select 9007199254740991, 9007199254740993, 9e999, x'00ff', '\u00e4', null";
  assert.equal(await rows(hoglet, sql), [[9007199254740991, "9007199254740993", null, "00ff", "ä", null]]);
});

running("binds values by both of their forms", async () => {
  const sql = "select event from events where properties.price >= {price} and distinct_id = :who";
  assert.equal(await rows(hoglet, sql, { values: { price: 10, who: "u1" } }), [["paid"]]);
  assert.equal(await rows(hoglet, "select {a}, {b}, {c}", { values: { a: true, b: null, c: "'; --" } }), [
    [1, null, "'; --"],
  ]);
  const missing = await refusal(hoglet.query("select {a}, {b}", { values: { a: 1 } }));
  assert.equal([missing?.status, missing?.code], [400, "invalid_query"]);
  assert.match(missing?.detail ?? "", /Missing named parameter "b"/);
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

running("names columns as their author did", async () => {
  const { columns } = await hoglet.query(
    "select countIf(properties.price > 1), max( properties.price ), count() from events",
  );
  assert.equal(columns, ["countIf(properties.price > 1)", "max( properties.price )", "count()"]);
});

running("says what is wrong with a statement", async () => {
  const WRONG: [sql: string, detail: RegExp][] = [
    ["selec 1", /Only a single SELECT/],
    ["select from events", /near "from": syntax error/],
    ["select nonsense from events", /no such column: nonsense/],
    ["select * from nowhere", /no such table: nowhere/],
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
    ["select 1", { values: { a: [1] } }, "values__a"],
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
