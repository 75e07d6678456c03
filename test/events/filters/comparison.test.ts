import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileFilter, parseFilters } from "../../../lib/events/filters/index.ts";
import type { FilterRow, Properties } from "../../../lib/events/filters/index.ts";
import { parseComparison } from "../../../lib/events/filters/comparison.ts";

const READ: [text: string, comparison: object][] = [
  ["properties.plan = 'pro'", { type: "event", key: "plan", operator: "exact", value: "pro" }],
  ["person.properties.email != 'a''b'", { type: "person", key: "email", operator: "is_not", value: "a'b" }],
  ["properties['my plan'] IN ('a', 'b')", { type: "event", key: "my plan", operator: "exact", value: ["a", "b"] }],
  ["properties.$os not in ('iOS')", { type: "event", key: "$os", operator: "is_not", value: ["iOS"] }],
  ["toFloat(properties.amount) >= 10.5", { type: "event", key: "amount", operator: "gte", value: "10.5" }],
  ["properties.plan IS NULL", { type: "event", key: "plan", operator: "is_not_set", value: null }],
  ["person.properties.email is not null", { type: "person", key: "email", operator: "is_set", value: null }],
  [
    "properties.url LIKE '%/a.b_'",
    { type: "event", key: "url", operator: "regex", value: String.raw`^(?s:.*/a\.b.)$` },
  ],
  ["properties.url not ilike 'x%'", { type: "event", key: "url", operator: "not_regex", value: "(?i)^(?s:x.*)$" }],
];

const REFUSED = [
  "",
  "event = 'a'",
  "properties.a = properties.b",
  "properties.a = 'x' AND properties.b = 'y'",
  "properties.a = 'x",
  "properties.a-b = 'x'",
  String.raw`properties.a = 'x\ny'`,
  "properties.`a\\\\b` = 'x'",
  `properties.a IN (${"'',".repeat(100_000)}`,
];

const comparison = suite("parseComparison");

for (const [text, wanted] of READ) {
  comparison(`reads ${text}`, () => assert.equal(parseComparison(text), wanted));
}

for (const text of REFUSED) {
  comparison(`leaves ${text.slice(0, 40)} to expressions`, () => assert.is(parseComparison(text), null));
}

comparison.run();

const filters = suite("filters of type hogql and feature");

/** Do events with these properties pass? */
function passes(filter: object, all: Properties[]): boolean[] {
  const parsed = parseFilters([filter], "properties");
  assert.equal(parseFilters(parsed, "properties"), parsed, "the normal form parses to itself");
  const test = compileFilter(parsed, () => () => false);
  const row: Omit<FilterRow, "properties"> = { personId: null, personProperties: {}, groupProperties: () => ({}) };
  return all.map((properties) => test({ ...row, properties }));
}

filters("properties are those of persons in lists of persons", () => {
  for (const key of ["properties.plan = 'pro'", "person.properties.plan = 'pro'"]) {
    const { values } = parseFilters([{ type: "hogql", key }], "properties", "person");
    assert.equal(JSON.stringify(values).includes('"type":"person","key":"plan"'), true, key);
  }
});

filters("a missing property is unequal to any constant, and like none", () => {
  const all = [{ plan: "pro" }, { plan: "free" }, {}];
  assert.equal(passes({ type: "hogql", key: "properties.plan = 'pro'" }, all), [true, false, false]);
  assert.equal(passes({ type: "hogql", key: "properties.plan != 'pro'" }, all), [false, true, true]);
  assert.equal(passes({ type: "hogql", key: "properties.plan LIKE 'PR%'" }, all), [false, false, false]);
  assert.equal(passes({ type: "hogql", key: "properties.plan ILIKE 'PR%'" }, all), [true, false, false]);
  assert.equal(passes({ type: "hogql", key: "properties.plan IS NULL" }, all), [false, false, true]);
});

filters("numbers are compared as numbers", () => {
  const all = [{ amount: 9 }, { amount: "10.5" }, { amount: "many" }];
  assert.equal(passes({ type: "hogql", key: "properties.amount > 9.5" }, all), [false, true, false]);
});

filters("a flag is the property that an event carries", () => {
  const filter = { type: "feature", key: "$feature/new", value: ["on"] };
  assert.equal(passes(filter, [{ "$feature/new": "on" }, { "$feature/new": "off" }, {}]), [true, false, false]);
});

filters.run();
