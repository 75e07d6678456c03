import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { openDirectly } from "../sql/ask-directly.ts";
import { size } from "../support/rounds.ts";

// HogQL that reaches for another project, for SQLite's own tables, or for more time and memory than a question has. The
// guard's own tests are in test/sql/guard.test.ts: they pass by the compiler.

const CANARY = "canary-of-another-project";

async function openWorld(): Promise<Hoglet> {
  const hoglet = await createHoglet();
  const other = await hoglet.projects.create({ name: CANARY });
  await hoglet.capture({ event: "own", distinct_id: "u1", properties: { $session_id: "s", $set: { email: "own" } } });
  const theirs = { $session_id: "s", $current_url: `https://${CANARY}/`, note: CANARY, $group_0: CANARY };
  await hoglet.capture(
    [
      { event: "$pageview", distinct_id: "u1", properties: { ...theirs, $set: { email: CANARY } } },
      {
        event: "$groupidentify",
        distinct_id: "u1",
        properties: { $group_type: "org", $group_key: CANARY, $group_set: { name: CANARY } },
      },
    ],
    { project: other.id },
  );
  await hoglet.import([JSON.stringify({ kind: "cohort", id: 9, name: CANARY, is_static: true, members: ["u1"] })], {
    project: other.id,
  });
  return hoglet;
}

const world = await openWorld();
const ask = await openDirectly(world);

const attacks = suite("security: SQL");

attacks.after(() => world.close());

const SEEN = [
  "SELECT * FROM events",
  "SELECT * FROM persons",
  "SELECT * FROM sessions",
  "SELECT * FROM groups",
  "SELECT * FROM cohorts",
  "SELECT * FROM cohort_people",
  "SELECT * FROM person_distinct_ids",
  "SELECT person.properties.email, person.name FROM events",
  "SELECT session.$entry_current_url, session.$urls, session.$pageview_count FROM events",
  `SELECT group_0.properties.name, (SELECT properties FROM groups WHERE key = '${CANARY}') FROM events`,
  "SELECT groupArray(properties), topK(5)(event), argMax(properties, timestamp) FROM events",
  "SELECT arrayMap(x -> (SELECT count() FROM persons WHERE properties.email != 'own'), [1])",
  "SELECT 1 FROM events WHERE person_id IN COHORT 9",
  `SELECT 1 FROM events WHERE person_id IN COHORT '${CANARY}'`,
  "SELECT count() FROM events e JOIN sessions s ON s.session_id = e.$session_id WHERE s.$pageview_count > 0",
  "WITH RECURSIVE r(x) AS (SELECT event FROM events UNION SELECT properties FROM events) SELECT * FROM r",
  "SELECT JSONExtractRaw(properties), extractAll(properties, '.*') FROM events ARRAY JOIN [1, 2] AS n",
];

for (const sql of SEEN) {
  attacks(`${sql.slice(0, 100)} shows nothing of another project`, async () => {
    // By the handle, since the engine sends the sessions along.
    const { results } = await world.query(sql);
    // A constant of the statement's own is in its names alone.
    assert.not.ok(JSON.stringify(results).includes(CANARY));
    assert.not.ok(results.flat().includes("$pageview"));
  });
}

attacks("shows a session's own events alone, where another project has a session of the same id", async () => {
  const { results } = await world.query("SELECT session_id, $pageview_count, $entry_current_url FROM sessions");
  assert.equal(results, [["s", 0, null]]);
});

const REFUSED = [
  "SELECT * FROM main.events",
  "SELECT * FROM temp.events",
  "SELECT * FROM sqlite_master",
  "SELECT * FROM pragma_table_info('events')",
  "SELECT * FROM personal_api_keys",
  "SELECT * FROM `main.events`",
  'SELECT * FROM "events; drop table events"',
  "SELECT main.events.properties FROM events",
  "SELECT load_extension('x')",
  "SELECT hog_session(1, 2, 3, 4)",
  "SELECT hog_personname(1, '{}', '[]')",
  "SELECT fts3_tokenizer('simple')",
  "SELECT sqlite_compileoption_get(1)",
  "SELECT * FROM json_each((SELECT properties FROM main.persons))",
  "SELECT 1 FROM events WHERE event = 'x' UNION ALL SELECT value_hash FROM personal_api_keys",
  "SELECT {a}",
  "SELECT 1 FROM numbers((SELECT count(*) FROM main.persons))",
];

for (const sql of REFUSED) {
  attacks(`${sql.slice(0, 100)} is refused`, () => assert.throws(() => ask(sql)));
}

attacks("names, keys, paths, zones and values of any letters stay what they are", () => {
  const odd = `x" FROM main.persons --' /* \` ) ; $`;
  const name = `\`${odd.replaceAll("`", "``")}\``;
  assert.equal(ask(`SELECT 1 AS ${name}`).columns, [odd]);
  assert.equal(ask(`SELECT t.${name} FROM (SELECT 2 AS ${name}) AS t`).rows, [[2]]);
  assert.equal(ask(`SELECT e.event FROM events AS ${name.replace("x", "e")}, events AS e`).rows, [["own"]]);
  assert.equal(ask(`SELECT properties.${name}, person.properties.${name} FROM events`).rows, [[null, null]]);
  assert.equal(ask("SELECT {v}, {v} = {w}", { placeholders: { values: { v: odd, w: odd } } }).rows, [[odd, 1]]);
  assert.equal(ask(`WITH ${name} AS (SELECT 3 AS n) SELECT n FROM ${name}`).rows, [[3]]);
  assert.throws(() => ask(`SELECT toHour(now(), 'UTC'') FROM main.persons --')`));
  assert.throws(
    () => ask("SELECT formatDateTime(now(), '%Y', {v})", { placeholders: { values: { v: odd } } }),
    /no time zone/,
  );
  const key = { type: "event", key: odd, operator: "exact", value: odd, negation: false } as const;
  const filters = { fromMs: null, untilMs: null, condition: { type: "test", on: "event", filter: key } } as const;
  assert.equal(ask("SELECT count() FROM events WHERE {filters}", { placeholders: { filters } }).rows, [[0]]);
  const inner = { fromMs: null, untilMs: null, condition: { type: "hogql", expression: "1) OR (1" } } as const;
  assert.throws(
    () => ask("SELECT count() FROM events WHERE {filters}", { placeholders: { filters: inner } }),
    /Syntax error/,
  );
});

attacks("functions make nothing larger than they may", () => {
  for (const sql of [
    "SELECT repeat('x', 1000000000)",
    "SELECT leftPad('x', 1000000000)",
    "SELECT space(1000000000)",
    "SELECT range(1000000000)",
    "SELECT arrayResize([1], 1000000000)",
  ]) {
    assert.throws(() => ask(sql), /cannot be made/, sql);
  }
  assert.throws(() => ask(`SELECT match('a', '${"(".repeat(5000)}')`), /regular expression/);
});

// Statements that would run for hours in time or fill any memory. The process is killed; a later question is answered.
attacks("statements that take too much are stopped by their limits, whatever makes them long", async () => {
  await using hoglet = await createHoglet({ queryTimeoutMs: 500, queryMemoryBytes: 128 * 1024 * 1024 });
  const ENDLESS = [
    "SELECT count() FROM numbers(10000000) a, numbers(10000000) b",
    "SELECT arraySum(arrayMap(x -> length(range(x)), range(100000)))",
    "SELECT groupArray(repeat('x', 1000000)) FROM numbers(100000)",
    "SELECT topK(3)(concat(toString(number), repeat('x', 100000))) FROM numbers(1000000)",
    "SELECT quantileExact(0.5)(a.number) FROM numbers(10000000) a, numbers(1000) b",
  ];
  for (const sql of size(ENDLESS.slice(1, 3), ENDLESS)) {
    const { code } = (await hoglet.query(sql).catch((error: unknown) => error)) as { code?: string };
    assert.ok(code === "query_timeout" || code === "query_memory", `${sql}: ${code}`);
  }
  const answers = () => hoglet.query("SELECT 1").then(({ results }) => results[0]?.[0] === 1, isLate);
  while (!(await answers()));
});

// A busy machine may take half a second for anything.
function isLate(error: { code?: string }): false {
  assert.is(error.code, "query_timeout");
  return false;
}

function like(count: number): string {
  return `SELECT '${"a".repeat(5000)}' LIKE concat('${"%a".repeat(count)}', '\\\\x')`;
}

attacks("a pattern of LIKE that would be tried in countless ways is answered at once, or refused as too long", () => {
  assert.equal(ask(like(200)).rows, [[0]]);
  assert.throws(() => ask(like(500)), /The pattern of LIKE is too long/);
});

attacks.run();
