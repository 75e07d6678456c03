import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isTooDeep, MAX_DEPTH } from "../../lib/base/depth.ts";

const nested = (open: string, close: string, levels: number): object =>
  JSON.parse(open.repeat(levels - 1) + (open === "[" ? "[]" : "{}") + close.repeat(levels - 1)) as object;

const depth = suite("isTooDeep");

depth("allows the limit and no level more, in lists and objects", () => {
  assert.not(isTooDeep(nested("[", "]", MAX_DEPTH)));
  assert.ok(isTooDeep(nested("[", "]", MAX_DEPTH + 1)));
  assert.not(isTooDeep(nested('{"a":', "}", MAX_DEPTH)));
  assert.ok(isTooDeep(nested('{"a":', "}", MAX_DEPTH + 1)));
});

depth("finds the deep one among flat ones, also under __proto__", () => {
  assert.ok(isTooDeep([1, "a", null, {}, nested("[", "]", MAX_DEPTH)]));
  assert.ok(isTooDeep(JSON.parse(`{"a":1,"__proto__":${"[".repeat(MAX_DEPTH)}${"]".repeat(MAX_DEPTH)}}`) as object));
});

depth("does not overflow on a hundred thousand levels", () => assert.ok(isTooDeep(nested("[", "]", 100_000))));

depth.run();

const limit = suite("MAX_DEPTH");

limit("is far below the 1000 levels at which SQLite's JSON gives up", () => assert.is(MAX_DEPTH, 100));

limit.run();
