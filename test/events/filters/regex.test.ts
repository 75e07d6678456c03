import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compileRegex, compileReplace } from "../../../lib/events/filters/regex.ts";

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

const replace = suite("compileReplace");

replace("puts the alias in the place of every match, groups and backslashes as the original's engine has them", () => {
  const cases: [string, string, string, string][] = [
    ["/user/\\d+", "/user/:id", "/user/12/to/user/7", "/user/:id/to/user/:id"],
    ["(\\w)=(\\d)", "\\2$1&\\0\\\\\\x\\3", "a=1", "1$1&a=1\\x"],
    ["(a)|(b)", "[\\1\\2]", "abc", "[a][b]c"],
    ["B", "x", "ab", "ab"],
  ];
  for (const [pattern, alias, text, wanted] of cases) assert.is(compileReplace(pattern, alias)?.(text), wanted);
});

replace("gives the same answer each time it is asked, and null for an invalid pattern", () => {
  const clean = compileReplace("a", "b");
  assert.equal([clean?.("aa"), clean?.("aa")], ["bb", "bb"]);
  assert.is(compileReplace("(", ""), null);
});

replace.run();
