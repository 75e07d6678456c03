import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { openDirectly } from "../../sql/ask-directly.ts";

const names = suite("names");

const ask = await openDirectly();
const rows = (sql: string) => ask(sql).rows;

names("reach into JSON, from every row's table", () => {
  assert.equal(
    rows(`SELECT properties.$browser, properties['price'], properties.nested.deep, e.person.properties.email,
      person.properties['full name'], person.id = person_id FROM events e ORDER BY timestamp`),
    [
      ["Firefox", 5, null, "mira@example.org", null, 1],
      ["Chrome", null, null, null, "Jo", 1],
      [null, 20, '["x"]', "mira@example.org", null, 1],
    ],
  );
  assert.equal(rows("SELECT properties.nested.deep[1] FROM events ORDER BY timestamp DESC LIMIT 1"), [["x"]]);
  assert.equal(rows("SELECT cohort_id, person.properties.plan FROM cohort_people"), [[3, "pro"]]);
  assert.equal(rows("SELECT index, key, properties.name FROM groups"), [[0, "org:5", "Org"]]);
});

names("of members are taken as they are: brackets, dots, backslashes and quotes are part of them", async () => {
  const keys = ["[0]", "a.b", String.raw`a\b`, "\\", `a"b`, "a'b", "[a]", "$.x", "\n", "*", "#-1"];
  await using hoglet = await createHoglet();
  for (const key of keys) {
    await hoglet.capture({ event: "e", distinct_id: "u", properties: { [key]: key, $set: { [key]: key } } });
    const text = key.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`);
    const name = `properties['${text}']`;
    const query = `SELECT count() FROM events WHERE ${name} = '${text}' AND person.${name} = '${text}'`;
    assert.equal((await hoglet.query(query)).results, [[1]], key);
  }
});

names("of the author name the columns: an alias, the last name of a field, else the text", () => {
  const { columns } = ask(
    "select count() as n, e.event, properties.$browser, properties['a b'], max( properties.price ), toDate(timestamp) from events e group by 2",
  );
  assert.equal(columns, ["n", "event", "$browser", "a b", "max( properties.price )", "toDate(timestamp)"]);
});

names("of columns can be used in every clause, and before they are defined", () => {
  assert.equal(rows("SELECT event AS e, count() AS c FROM events WHERE e != 'x' GROUP BY e HAVING c > 1 ORDER BY c"), [
    ["viewed", 2],
  ]);
  assert.equal(rows("SELECT b + 1 AS a, 1 AS b"), [[2, 1]]);
  assert.throws(() => rows("SELECT b AS a, a AS b"), /defined by itself/);
  // The alias wins behind the list, as in PostHog.
  assert.equal(rows("SELECT upper(event) AS event FROM events WHERE event = 'PAID'"), [["PAID"]]);
});

names("of tables and of WITH shadow each other as in SQL", () => {
  assert.equal(rows("WITH persons AS (SELECT 1 AS id) SELECT id FROM persons"), [[1]]);
  assert.equal(
    rows("WITH 5 AS n, toDate('2024-03-02') AS start SELECT count() + n FROM events WHERE timestamp >= start"),
    [[7]],
  );
  assert.equal(rows("SELECT x FROM (SELECT 1 AS x) AS events"), [[1]]);
  assert.equal(
    rows(
      "SELECT e.event FROM events AS e WHERE EXISTS (SELECT 1 FROM persons p WHERE p.id = e.person_id AND p.is_identified) ORDER BY timestamp",
    ),
    [["viewed"], ["paid"]],
  );
  assert.equal(rows("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 3) SELECT x FROM c"), [
    [1],
    [2],
    [3],
  ]);
});

names("in quotes are names, whatever is in them", () => {
  assert.equal(ask('SELECT 1 AS "a""b", 2 AS `c d`, 3 AS "x; drop table events"').columns, [
    'a"b',
    "c d",
    "x; drop table events",
  ]);
  assert.equal(rows("SELECT properties.`a\"b' OR 1=1` FROM events LIMIT 1"), [[null]]);
});

names("that do not exist are refused, with the nearest that does", () => {
  const WRONG: [sql: string, message: string][] = [
    ["SELECT evnt FROM events", "Unable to resolve field: evnt. Perhaps you meant 'event'?"],
    ["SELECT e.timestmp FROM events e", "Unable to resolve field: e.timestmp. Perhaps you meant 'timestamp'?"],
    ["SELECT 1 FROM event", "Unknown table \"event\". Perhaps you meant 'events'?"],
    ["SELECT * FROM main.events", 'Unknown table "main.events".'],
    ["SELECT countIff(1)", "Unsupported function call 'countIff(...)'. Perhaps you meant 'countIf'?"],
    ["SELECT xyzzy(1)", "Unsupported function call 'xyzzy(...)'."],
    ["SELECT load_extension('x')", "Unsupported function call 'load_extension(...)'."],
    ["SELECT person.x FROM groups", "Unable to resolve field: person.x."],
    ["SELECT id FROM persons a, persons b", "Ambiguous field: id may be a.id and b.id."],
    ["SELECT {nam}", "Placeholder {nam} has no value. Perhaps you meant 'name'?"],
  ];
  for (const [sql, message] of WRONG) {
    const wrong = () => ask(sql, { placeholders: { values: { name: 1 } } });
    assert.throws(wrong, (error: Error) => error.message === message, sql);
  }
});

names.run();
