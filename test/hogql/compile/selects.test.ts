import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openDirectly } from "../../sql/ask-directly.ts";

const selects = suite("selects");

const ask = await openDirectly();
const rows = (sql: string) => ask(sql).rows;

selects("give all columns for a star, in the order of the tables", () => {
  assert.equal(ask("SELECT * FROM cohort_people c JOIN person_distinct_ids d ON c.person_id = d.person_id").columns, [
    "cohort_id",
    "person_id",
    "distinct_id",
    "person_id",
  ]);
  assert.equal(
    ask("SELECT d.* EXCEPT person_id FROM person_distinct_ids d".replace("d.* EXCEPT", "* EXCEPT")).columns,
    ["distinct_id"],
  );
});

selects("join tables by ON and USING, of which a column has one name", () => {
  const sql =
    "SELECT event, properties.plan FROM events e LEFT JOIN (SELECT id AS person_id, properties AS p FROM persons) USING (person_id) ORDER BY timestamp";
  assert.equal(rows(sql.replace("properties.plan", "p.plan")), [
    ["viewed", "pro"],
    ["viewed", null],
    ["paid", "pro"],
  ]);
});

selects("multiply rows by arrays", () => {
  assert.equal(rows("SELECT arrayJoin([1, 2]) AS x, x * 10"), [
    [1, 10],
    [2, 20],
  ]);
  assert.equal(rows("SELECT n, l FROM (SELECT 1) ARRAY JOIN [1, 2] AS n, ['a', 'b'] AS l"), [
    [1, "a"],
    [2, "b"],
  ]);
  assert.equal(rows("SELECT count() FROM events ARRAY JOIN emptyArrayString() AS x"), [[0]]);
  assert.equal(rows("SELECT count() FROM events LEFT ARRAY JOIN emptyArrayString() AS x"), [[3]]);
});

selects("keep the first rows of each group by LIMIT BY, in the order of the SELECT", () => {
  assert.equal(rows("SELECT event, distinct_id FROM events ORDER BY timestamp DESC LIMIT 1 BY event"), [
    ["paid", "u1"],
    ["viewed", "u2"],
  ]);
  assert.equal(rows("SELECT event FROM events ORDER BY timestamp DESC LIMIT 1 BY event LIMIT 1"), [["paid"]]);
});

selects("put NULL last in both orders", () => {
  assert.equal(rows("SELECT properties.price FROM events ORDER BY properties.price"), [[5], [20], [null]]);
  assert.equal(rows("SELECT properties.price AS p FROM events ORDER BY p DESC"), [[20], [5], [null]]);
  assert.equal(rows("SELECT properties.price AS p FROM events ORDER BY p NULLS FIRST"), [[null], [5], [20]]);
});

selects("look at neighbours through windows", () => {
  const sql = `SELECT event, lag(event) OVER w, leadInFrame(event, 1, 'none') OVER w,
    row_number() OVER (PARTITION BY event ORDER BY timestamp DESC), sum(1) OVER (ORDER BY timestamp ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
    FROM events WINDOW w AS (ORDER BY timestamp) ORDER BY timestamp`;
  assert.equal(rows(sql), [
    ["viewed", null, "viewed", 2, 1],
    ["viewed", "viewed", "paid", 1, 2],
    ["paid", "viewed", "none", 1, 2],
  ]);
});

selects("take conditions of aggregates by -If and FILTER, and add nothing up to 0", () => {
  const sql = `SELECT countIf(event = 'paid'), count() FILTER (WHERE event = 'paid'), sumIf(1, event = 'x'), avgIf(1, event = 'x'),
    uniqIf(distinct_id, event = 'viewed'), quantileIf(0.5)(toFloat(properties.price), event != 'x'), sum(toFloat(properties.none)) FROM events`;
  assert.equal(rows(sql), [[1, 1, 0, null, 2, 12.5, null]]);
});

selects("find members of cohorts by id and by name", () => {
  assert.equal(rows("SELECT count() FROM events WHERE person_id IN COHORT 3"), [[2]]);
  assert.equal(rows("SELECT count() FROM events WHERE person_id NOT IN COHORT 'power'"), [[1]]);
});

selects("are the only statements", () => {
  for (const sql of [
    "insert into events values (1)",
    "pragma database_list",
    "drop table events",
    "explain select 1",
    "  ",
    "attach 'x' as y",
  ]) {
    assert.throws(() => rows(sql), /Only a single SELECT can be run/, sql);
  }
  assert.throws(() => rows("SELECT 1; SELECT 2"), /more than one statement/);
  assert.throws(() => rows("SELECT 1 FROM"), /Syntax error at character 14, the end of the query/);
  assert.throws(() => rows("SELECT (1"), /expected/);
  assert.throws(() => rows("WITH x AS (DELETE FROM events) SELECT 1"), /Syntax error/);
  assert.equal(rows("SELECT 1;"), [[1]]);
});

selects("have limits of depth, of length and of members", () => {
  assert.throws(() => rows(`SELECT ${"(".repeat(30_000)}1${")".repeat(30_000)}`), /nested more than/);
  assert.throws(() => rows(`SELECT 1${" + 1".repeat(1500)}`), /operators in a row/);
  assert.throws(() => rows(`SELECT 1${" UNION ALL SELECT 1".repeat(600)}`), /terms in a UNION/);
  const doubled = Array.from({ length: 40 }, (_, n) => `a${n} + a${n} AS a${n + 1}`).join(", ");
  assert.throws(() => rows(`SELECT 1 AS a0, ${doubled}`), /too large/);
  assert.throws(() => rows("SELECT range(100000000)"), /cannot be made/);
  assert.throws(() => rows("SELECT repeat('x', 100000000)"), /cannot be made/);
});

selects.run();
