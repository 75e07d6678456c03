import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileRegex } from "../../lib/filters/regex.ts";

const regex = suite("compileRegex");

regex("searches anywhere, minds the letter case, and lets a dot stand for a newline", () => {
  const test = compileRegex("b.d");
  assert.is(test?.("ab\nde"), true);
  assert.is(test?.("aB\nde"), false);
});

regex("gives the same answer each time it is asked", () => {
  const test = compileRegex("a");
  assert.equal([test?.("a"), test?.("a")], [true, true]);
});

regex("gives null for an invalid pattern", () => {
  assert.is(compileRegex("(?P<"), null);
  assert.is(compileRegex("[a"), null);
});

regex.run();
