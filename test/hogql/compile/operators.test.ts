import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { openDirectly, valueOf } from "../../sql/ask-directly.ts";

const operators = suite("operators");

const ask = await openDirectly();

const VALUES: [expression: string, expected: unknown][] = [
  ["1 + 2 * 3 - 4", 3],
  ["-(2 + 3)", -5],
  ["7 / 2", 3.5],
  ["7 % 4", 3],
  ["NOT 1 = 2 AND 3 IN (1, 2, 3)", 1],
  ["'a' || 'b' || 1", "ab1"],
  ["1 BETWEEN 0 AND 2", 1],
  ["1 NOT BETWEEN 0 AND 2", 0],
  ["1 == 1 ? 'yes' : 'no'", "yes"],
  ["CASE WHEN 0 THEN 1 ELSE 2 END", 2],
  ["CASE 2 WHEN 1 THEN 'a' WHEN 2 THEN 'b' END", "b"],
  // In PostHog a comparison with NULL is 0 or 1.
  ["NULL = 1", 0],
  ["NULL != 1", 1],
  ["NULL = NULL", 1],
  ["NULL < 1", 0],
  ["NULL IN (1)", 0],
  ["NULL NOT IN (1)", 1],
  ["1 NOT IN (2, NULL)", 1],
  ["NULL IS NULL", 1],
  ["1 IS NOT NULL", 1],
  ["(1, 'a') IN ((1, 'a'), (2, 'b'))", 1],
  ["2 IN [1, 2]", 1],
  ["1 IN ()", 0],
  ["'Hello' LIKE 'h%'", 0],
  ["'Hello' ILIKE 'h%'", 1],
  ["'Größe' ILIKE 'GRÖSS_' OR 'GRÖße' ILIKE 'größe'", 1],
  ["'50%' LIKE '50\\%'", 1],
  ["'a*b[c' LIKE 'a*b[c'", 1],
  ["'axb' LIKE 'a*b'", 0],
  ["'abc' =~ '^a.c$'", 1],
];

for (const [expression, expected] of VALUES) {
  operators(`${expression} is ${String(expected)}`, () => assert.is(valueOf(ask, expression), expected));
}

operators("read a property as what it is compared with", async () => {
  const hoglet = await createHoglet();
  const flags = [true, false, "true", 5, "5", "abc", null, undefined, 1.5];
  await hoglet.capture(
    flags.map((flag, n) => ({ event: "e", distinct_id: "u", properties: { n, ...(flag !== undefined && { flag }) } })),
  );
  const own = await openDirectly(hoglet);
  await hoglet.close();
  const found = (condition: string) =>
    own(`SELECT properties.n FROM events WHERE ${condition} ORDER BY properties.n`).rows.flat();
  assert.equal(found("properties.flag = true"), [0, 2]);
  assert.equal(found("properties.flag = 'true'"), [0, 2]);
  assert.equal(found("properties.flag = 'false'"), [1]);
  assert.equal(found("properties.flag = 5"), [3, 4]);
  assert.equal(found("properties.flag = '5'"), [3, 4]);
  assert.equal(found("properties.flag > 1"), [3, 4, 8]);
  assert.equal(found("properties.flag = 'abc'"), [5]);
  assert.equal(found("properties.flag IN ('abc', '5')"), [3, 4, 5]);
  assert.equal(found("properties.flag != 'abc'"), [0, 1, 2, 3, 4, 6, 7, 8]);
  assert.equal(found("properties.flag IS NULL"), [6, 7]);
  assert.equal(found("properties.flag LIKE '%b%'"), [5]);
  assert.equal(found("toFloat(properties.flag) > 1 OR toBool(properties.flag)"), [0, 2, 3, 4, 8]);
  assert.equal(own("SELECT properties.flag FROM events ORDER BY properties.n").rows.flat(), [
    "true",
    "false",
    "true",
    5,
    "5",
    "abc",
    null,
    null,
    1.5,
  ]);
  assert.equal(
    own("SELECT sum(properties.flag), uniq(properties.flag) FROM events WHERE properties.n IN (3, 4, 8)").rows,
    [[11.5, 3]],
  );
});

operators.run();
