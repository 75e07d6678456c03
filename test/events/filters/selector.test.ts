import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { Element } from "../../../lib/events/elements/index.ts";
import { compileSelector, parseSelector } from "../../../lib/events/filters/selector.ts";

/** `<main id=top><div class="card big"><span><a class="btn md:flex" href=/buy data-qa=buy>Buy</a></span></div></main>` */
const chain: Element[] = [
  {
    tag_name: "a",
    text: "Buy",
    href: "/buy",
    attr_class: ["btn", "md:flex"],
    nth_child: 2,
    nth_of_type: 1,
    attributes: { "attr__data-qa": "buy" },
  },
  { tag_name: "span", nth_child: 1 },
  { tag_name: "div", attr_class: ["card", "big"] },
  { tag_name: "main", attr_id: "top" },
];

function finds(text: string): boolean | null {
  const selector = parseSelector(text);
  return selector === null ? null : compileSelector(selector)(chain);
}

const matching = suite("compileSelector");

for (const [text, expected] of [
  ["a", true],
  ["*", true],
  ["button", false],
  // Any element of the chain may be the one that is found.
  ["div", true],
  ["main > div", true],
  [".btn", true],
  ["a.btn.md\\:flex", true],
  ["a.card", false],
  ["#top", true],
  ["main#top", true],
  ['[id="top"]', true],
  ['a[href="/buy"]', true],
  ["a[href='/sell']", false],
  ["[data-qa=buy]", true],
  ["[data-qa]", true],
  ["[data-test]", false],
  ["a:nth-child(2)", true],
  ["a:nth-child(1)", false],
  ["a:nth-of-type(1)", true],
  ["span > a", true],
  ["div > a", false],
  ["div a", true],
  ["a div", false],
  ["main div span a", true],
  ["main > div > span > a", true],
  ["main > span a", false],
  ["main   >a", false],
  ["div.card.big:nth-child(1)", false],
] as const) {
  matching(`${text} ${expected ? "finds" : "does not find"} it`, () => assert.is(finds(text), expected));
}

matching("needs neighbours for a parent, also where an ancestor further out would do", () => {
  const selector = parseSelector("div > p a") ?? [];
  const of = (...tags: string[]) => compileSelector(selector)(tags.map((tag_name) => ({ tag_name })));
  assert.is(of("a", "p", "span", "p", "div"), true);
  assert.is(of("a", "p", "span", "div"), false);
});

matching.run();

const reading = suite("parseSelector");

for (const text of ["", "  ", "> a", "a >", "a > > b", "a + b", "a, b", "a:hover", "a[href^='/x']", ".", "#", "1a"]) {
  reading(`does not read "${text}"`, () => assert.is(parseSelector(text), null));
}

reading.run();
