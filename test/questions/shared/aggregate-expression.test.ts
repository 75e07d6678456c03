import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseAggregate } from "../../../lib/questions/shared/aggregate-expression.ts";

const by = (key: string) => ({ by: "expression", total: { type: "hogql", as: "total", key } });

const READ: [text: string, counting: object][] = [
  ["count()", { by: "events" }],
  [" COUNT(*) ", { by: "events" }],
  ["uniq(person_id)", { by: "actors" }],
  ["count(distinct person.id)", { by: "actors" }],
  ["sum(properties.amount)", { by: "numbers", key: "amount", aggregate: { name: "sum" } }],
  ["sum(properties['my amount'])", { by: "numbers", key: "my amount", aggregate: { name: "sum" } }],
  ["avg(toFloat(events.properties.amount))", { by: "numbers", key: "amount", aggregate: { name: "avg" } }],
  ["median(properties.amount)", { by: "numbers", key: "amount", aggregate: { name: "quantile", level: 0.5 } }],
  ["quantile(0.95)(properties.amount)", { by: "numbers", key: "amount", aggregate: { name: "quantile", level: 0.95 } }],
];

/** Each of these is another number than that of the plain aggregate in it. */
const EXPRESSIONS = [
  "count(DISTINCT properties.$session_id)",
  "uniqExact(properties['my plan'])",
  "countIf(event = 'x')",
  "sum(properties.a) / count()",
  "sum(person.properties.amount)",
  "sum(toInt(properties.amount))",
  "sum(DISTINCT properties.amount)",
  "sum(properties.amount) FILTER (WHERE properties.plan = 'pro')",
  "quantileExact(0.9)(properties.amount)",
  "count(properties.plan)",
  "-count()",
];

const REFUSED = [
  "",
  "properties.amount",
  "1",
  "count() + properties.amount",
  "sum(count())",
  "sumIf(properties.a, count() > 1)",
  "quantile(2)(properties.amount)",
  "groupArray(properties.plan)",
  "min(timestamp)",
  "count() OVER ()",
  "(SELECT count() FROM events)",
  "sum(nothing)",
  "sequenceMatch('(?1)(?2)')(timestamp, event = 'a', event = 'b')",
  "length(arrayFilter(x -> has(groupArray(properties.a), x), groupArray(properties.b)))",
  `sum(${" ".repeat(100_000)}`,
];

const parse = suite("parseAggregate");

for (const [text, counting] of READ) {
  parse(`reads ${text}`, () => assert.equal(parseAggregate(text, "math_hogql"), counting));
}

for (const text of EXPRESSIONS) {
  parse(`leaves ${text} to SQL`, () => assert.equal(parseAggregate(text, "math_hogql"), by(text)));
}

for (const text of REFUSED) {
  parse(`refuses ${text.slice(0, 40)}`, () => {
    assert.throws(
      () => parseAggregate(text, "math_hogql"),
      (error: { attr: string; status: number }) => error.attr === "math_hogql" && error.status === 400,
    );
  });
}

parse.run();
