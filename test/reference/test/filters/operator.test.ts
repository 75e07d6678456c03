import { suite } from "uvu";
import * as assert from "uvu/assert";
import { operators } from "../../../../lib/events/filters/operators.ts";
import { compileSelector, parseSelector } from "../../../../lib/events/filters/selector.ts";
import type { Json, OperatorName } from "../../../../lib/events/filters/index.ts";
import { passesOperator } from "../../rows/filters/operator.ts";
import { isSelected } from "../../rows/filters/selector.ts";

// Both were written from the references: where they differ, at least one is wrong.

const STORED = (
  [
    [
      undefined,
      "",
      "null",
      "x",
      "Xy",
      "full",
      5,
      5.5,
      "5",
      "1e3",
      " 7 ",
      true,
      false,
      "true",
      [1, "a"],
      ["x"],
      { a: 1 },
    ],
    ["2024-03-01", "2024-03-01T12:00:00Z", "2024/3/1 12:00", "2024-02-30", "2024-03-01T12:00:00.5+02:00", "2024-3-1"],
    [1709294400, "1709294400123", 1709294400123, "2024-03-01T25:00:00Z", -3, 0, "0x10", "Infinity"],
    ["1.2.3", "v1.2", "1.2.3-beta.2", "1.2.3-beta.10", "1.2.3+b", "1.10.0", "99999999999999999999.0.0"],
    ["a%b", "a_b", "a\\b", "É", "é", "line\nbreak", "İ"],
  ] satisfies (Json | undefined)[][]
).flat();

const WANTED = (
  [
    ["", "null", null, "x", "X", "xy", "ful", 5, "5", "5.50", true, "true", '"x"', '[1, "a"]', '{"a": 1}', ["x", "7"]],
    [["null", ""], [1, 8], [8, 1], "%", "_", "a\\%b", "a_b", "\\\\", "i", "é", "É"],
    ["^x", "(?i)^x", "(", ".", ".*", "e.b", "(?=x)", "\\bx\\b", "x*?", "\\d"],
    ["2024-03-01", "2024-03-01T12:00:00Z", "2024-03-01 12:00", "2024/03/01", "2024-3-1"],
    ["1.2.3", "1.2", "1.2.*", "1.*", "v1", "1.2.3-beta.3", "0.0.3", "0.2.1"],
  ] satisfies (string | number | boolean | null | (string | number)[])[][]
).flat();

const filters = suite("filters of the reference");

for (const [name, { wants, compile }] of Object.entries(operators)) {
  filters(`${name} passes the values that the product's passes`, () => {
    const different: string[] = [];
    for (const each of WANTED) {
      const isList = Array.isArray(each);
      if ((wants === "range" && !(isList && each.every(Number.isFinite))) || (wants === "version" && isList)) continue;
      const wanted = wants === "nothing" ? null : each;
      const test = compile(wanted);
      for (const stored of STORED) {
        const passes = passesOperator(name as OperatorName, wanted, stored);
        if (test(stored) !== passes)
          different.push(`${JSON.stringify(wanted)} of ${JSON.stringify(stored)}: ${passes}`);
      }
    }
    assert.equal(different, []);
  });
}

const CHAIN = [
  {
    tag_name: "a",
    text: "Go",
    href: "/x",
    attr_class: ["k", "md:flex"],
    attr_id: "i",
    nth_child: 2,
    nth_of_type: 1,
    attributes: { "attr__data-x": "1" },
  },
  { tag_name: "div", attr_class: ["card"], nth_child: 1, nth_of_type: 1 },
  { tag_name: "body" },
];

const SELECTORS = [
  ["a", "div a", "div > a", "body > a", "body  div   a", "a div", "* > a", ".card .k", "body > div > a", "*"],
  ["a.k", "a.md\\:flex", "#i", 'a#i.k[href="/x"]', "[data-x]", "[data-x='1']", "[href=/x]", '[class="k md:flex"]'],
  ["a:nth-child(2)", "a:nth-of-type(2)", "div.card > a[href='/x']:nth-child(2)"],
  ["", "a >", "> a", "a..b", "a,div", "a:hover"],
].flat();

function isFound(text: string): boolean {
  const selector = parseSelector(text);
  return selector !== null && compileSelector(selector)(CHAIN);
}

filters("selectors find the elements that the product's find", () => {
  assert.equal(
    SELECTORS.filter((text) => isSelected(CHAIN, text)),
    SELECTORS.filter(isFound),
  );
});

filters.run();
