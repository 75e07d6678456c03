import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileWildcard } from "../../../lib/events/filters/wildcard.ts";

const wildcard = suite("compileWildcard");

wildcard("finds a plain text anywhere, in any letter case", () => {
  const test = compileWildcard("GoOgle");
  assert.is(test("https://www.google.com"), true);
  assert.is(test("https://goo.gle"), false);
});

wildcard("takes % for any run and _ for one character", () => {
  assert.is(compileWildcard("%b%d%")("abcd"), true);
  assert.is(compileWildcard("d%b")("abcd"), false);
  assert.is(compileWildcard("b_d")("abcd"), true);
  assert.is(compileWildcard("b__d")("abcd"), false);
  assert.is(compileWildcard("_")(""), false);
  assert.is(compileWildcard("%")(""), true);
});

wildcard("takes an escaped wildcard for itself", () => {
  assert.is(compileWildcard("a\\_b")("a_b"), true);
  assert.is(compileWildcard("a\\_b")("axb"), false);
  assert.is(compileWildcard("a\\\\b")("a\\b"), true);
});

wildcard("does not backtrack: many wildcards over a long text end soon", () => {
  assert.is(compileWildcard("%a".repeat(200) + "%b")("a".repeat(20_000)), false);
});

wildcard.run();
