import { suite } from "uvu";
import * as assert from "uvu/assert";
import { hasTooManyValues, MAX_VALUES } from "../../../lib/plugins/sandbox/look-over.ts";

const look = suite("hasTooManyValues");

look("counts values wherever they are", () => {
  for (const make of [
    (count: number) => `[${"{},".repeat(count - 2)}{}]`,
    (count: number) => `{${'"k":1 ,'.repeat(count - 2)}"k":1 }`,
    (count: number) => "[".repeat(count) + " ".repeat(count) + "]".repeat(count),
  ]) {
    assert.is(hasTooManyValues(make(MAX_VALUES - 1)), false);
    assert.is(hasTooManyValues(make(2 * MAX_VALUES)), true);
  }
});

look("takes no text for values, whatever it has", () => {
  assert.is(hasTooManyValues(JSON.stringify({ text: '[{,"\\'.repeat(MAX_VALUES) })), false);
});

look("agrees with the parser on what a text is", () => {
  const text = JSON.stringify(["\\", '"', '\\\\"', ...Array.from({ length: 2 * MAX_VALUES }, () => 0)]);
  assert.is(hasTooManyValues(text), true);
});

look.run();
