import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseAggregate } from "../../../lib/questions/shared/aggregate-expression.ts";

const READ: [text: string, counting: object][] = [
  ["count()", { by: "events" }],
  [" COUNT(*) ", { by: "events" }],
  ["uniq(person_id)", { by: "actors" }],
  ["count(distinct person.id)", { by: "actors" }],
  ["count(DISTINCT properties.$session_id)", { by: "values", key: "$session_id" }],
  ["uniqExact(properties['my plan'])", { by: "values", key: "my plan" }],
  ["sum(properties.amount)", { by: "numbers", key: "amount", aggregate: { name: "sum" } }],
  ["avg(toFloat(events.properties.amount))", { by: "numbers", key: "amount", aggregate: { name: "avg" } }],
  ["median(properties.amount)", { by: "numbers", key: "amount", aggregate: { name: "quantile", level: 0.5 } }],
  ["quantile(0.95)(properties.amount)", { by: "numbers", key: "amount", aggregate: { name: "quantile", level: 0.95 } }],
];

const REFUSED = [
  "",
  "properties.amount",
  "countIf(event = 'x')",
  "sum(properties.a) / count()",
  "quantile(2)(properties.amount)",
  "sum(person.properties.amount)",
  `sum(${" ".repeat(100_000)}`,
];

const parse = suite("parseAggregate");

for (const [text, counting] of READ) {
  parse(`reads ${text}`, () => assert.equal(parseAggregate(text, "math_hogql"), counting));
}

for (const text of REFUSED) {
  parse(`refuses ${text.slice(0, 40)}`, () => {
    assert.throws(
      () => parseAggregate(text, "math_hogql"),
      (error: { attr: string; code: string }) => error.attr === "math_hogql" && error.code === "unsupported",
    );
  });
}

parse.run();
