import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rewrite } from "../../lib/sql/rewrite.ts";

const rewriting = suite("rewrite");

const CASES: [what: string, given: string, expected: string][] = [
  ["a property", "select properties.email from persons", "select (properties ->> '$.email') AS \"email\" from persons"],
  ["one with a dollar", "select 1 where properties.$os = 'x'", `select 1 where (properties ->> '$."$os"') = 'x'`],
  ["one of an alias", "select p.properties.a b from persons p", "select (p.properties ->> '$.a') b from persons p"],
  ["one in brackets", "select lower(properties['a b'])", `select lower((properties ->> '$."a b"'))`],
  ["one in double quotes", 'select 1 where properties."it\'s" = 1', `select 1 where (properties ->> '$."it''s"') = 1`],
  ["a nested one", "select properties.a.$b['c'] as x", `select (properties ->> '$.a."$b".c') as x`],
  ["letter case", "select PROPERTIES.Email, 1", "select (PROPERTIES ->> '$.Email') AS \"Email\", 1"],
  [
    "a person's property",
    "select e.person.properties.email, 1",
    `select (SELECT properties ->> '$.email' FROM temp.persons WHERE id = e.person_id) AS "email", 1`,
  ],
  ["in a subquery", "select * from (select properties.a)", "select * from (select (properties ->> '$.a') AS \"a\")"],
  ["not in lists of arguments", "select max(properties.a, 1)", "select max((properties ->> '$.a'), 1)"],
  ["nor behind FROM", "select 1 order by properties.a, 1", "select 1 order by (properties ->> '$.a'), 1"],
  [
    "properties alone",
    "select properties, p.properties from persons p",
    "select properties, p.properties from persons p",
  ],
  [
    "what only looks like one",
    "select 'properties.a', a.b.c -- properties.x",
    "select 'properties.a', a.b.c -- properties.x",
  ],
  ["countIf", "select countIf(event = 'a')", "select count(*) FILTER (WHERE event = 'a')"],
  ["sumIf", "select sumIf(abs(a), b in (1, 2))", "select sum(abs(a)) FILTER (WHERE  b in (1, 2))"],
  [
    "uniqIf",
    "select uniqIf(a, countIf(b) > 1)",
    "select count(DISTINCT a) FILTER (WHERE  count(*) FILTER (WHERE b) > 1)",
  ],
  ["uniq", "select uniq(person_id), uniqExact(a)", "select count(DISTINCT person_id), count(DISTINCT a)"],
  [
    "casts",
    "select toFloat(properties.a), toString(1)",
    "select CAST((properties ->> '$.a') AS REAL), CAST(1 AS TEXT)",
  ],
  [
    "intervals",
    "select now() - INTERVAL 7 days, today() + interval 1 month",
    "select now('-7 day'), today('+1 month')",
  ],
  ["placeholders", "select {a}, '{b}'", "select :a, '{b}'"],
  ["a limit", "select 1 limit 5", "select 1 limit 6"],
  ["a limit with offset", "select 1 LIMIT 5 OFFSET 2;", "select 1 LIMIT 6 OFFSET 2;"],
  ["no limit of a subquery", "select * from (select 1 limit 5)", "select * from (select 1 limit 5)"],
  ["no limit it cannot read", "select 1 limit 2, 3", "select 1 limit 2, 3"],
  ["what is no SQL", "select ((, {, 'x", "select ((, {, 'x"],
];

for (const [what, given, expected] of CASES) {
  rewriting(`writes as SQLite wants it: ${what}`, () => assert.is(rewrite(given).sql, expected));
}

const tell = (sql: string) => {
  const { limit, offset, isLimited } = rewrite(sql);
  return [limit, offset, isLimited];
};

rewriting("tells what limit and offset the statement has", () => {
  assert.equal(tell("select 1"), [null, 0, false]);
  assert.equal(tell("select 1 limit 5 offset 7"), [5, 7, true]);
  assert.equal(tell("select 1 limit 2 + 3"), [null, 0, true]);
  assert.equal(tell("select 1 limit 2, 3"), [null, 0, true]);
  assert.equal(tell("select * from (select 1 limit 5)"), [null, 0, false]);
});

rewriting("gives columns the names that the author wrote", () => {
  const { toColumn } = rewrite(
    'select countIf(properties.a = 1), max(toInt(properties.b)), event as "x y", lower(event) from events',
  );
  assert.is(toColumn("count(*) FILTER (WHERE (properties ->> '$.a') = 1)"), "countIf(properties.a = 1)");
  assert.is(toColumn("max(CAST((properties ->> '$.b') AS INTEGER))"), "max(toInt(properties.b))");
  assert.is(toColumn("x y"), "x y");
  assert.is(toColumn("lower(event)"), "lower(event)");
  assert.is(toColumn("properties"), "properties");
});

rewriting.run();
