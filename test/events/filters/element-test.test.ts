import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Element } from "../../../lib/events/elements/index.ts";
import { compileElementFilter } from "../../../lib/events/filters/element-test.ts";
import type { ElementFilter } from "../../../lib/events/filters/filter-node.ts";

const chain: Element[] = [
  { tag_name: "b", text: "Pay $10" },
  { tag_name: "a", href: "/movie" },
];

function test(filter: Partial<ElementFilter>, elements = chain): boolean {
  const whole = { type: "element", key: "tag_name", operator: "exact", value: "a", negation: false } as const;
  return compileElementFilter({ ...whole, ...filter })(elements);
}

const elementTest = suite("compileElementFilter");

elementTest("passes when any element is so", () => {
  assert.is(test({ value: "a" }), true);
  assert.is(test({ value: ["x", "b"] }), true);
  assert.is(test({ value: "x" }), false);
  assert.is(test({ key: "text", value: "Pay $10" }), true);
  assert.is(test({ key: "href", operator: "icontains", value: "MOV" }), true);
  assert.is(test({ key: "href", operator: "regex", value: "^/m" }), true);
});

elementTest("passes a negative operator when no element is so, so also without elements", () => {
  assert.is(test({ operator: "is_not", value: "a" }), false);
  assert.is(test({ operator: "is_not", value: "x" }), true);
  assert.is(test({ operator: "not_icontains", key: "text", value: "pay" }), false);
  assert.is(test({ operator: "is_not", value: "a" }, []), true);
});

elementTest("asks whether an attribute is there at all", () => {
  const outer = chain.slice(1);
  assert.equal(
    [test({ key: "text", operator: "is_set" }), test({ key: "text", operator: "is_set" }, outer)],
    [true, false],
  );
  assert.is(test({ key: "text", operator: "is_not_set" }, outer), true);
});

elementTest("finds by selector", () => {
  assert.is(test({ key: "selector", value: "a > b" }), true);
  assert.is(test({ key: "selector", value: ["p", "a"] }), true);
  assert.is(test({ key: "selector", value: "b > a" }), false);
  assert.is(test({ key: "selector", operator: "is_not", value: "b > a" }), true);
});

elementTest.run();
