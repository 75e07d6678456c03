import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parsePast, remember } from "../../../adapters/ui/page/views/sql/use-past.ts";

const remembering = suite("remember");

remembering("has the newest on top, and each once", () => {
  assert.equal(remember(["b", "a"], " a\n"), ["a", "b"]);
});

remembering("lets the oldest go", () => {
  const many = Array.from({ length: 30 }, (_, index) => `select ${index}`);
  const next = remember(many, "select 30");
  assert.is(next.length, 30);
  assert.is(next[0], "select 30");
  assert.is(next.at(-1), "select 28");
});

remembering.run();

const parsing = suite("parsePast");

parsing("is empty for what is no list of texts", () => {
  assert.equal(parsePast(null), []);
  assert.equal(parsePast("{"), []);
  assert.equal(parsePast('{"a":1}'), []);
  assert.equal(parsePast('["a",1]'), ["a"]);
});

parsing.run();
