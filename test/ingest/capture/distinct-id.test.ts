import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isRoundedId, toDistinctId } from "../../../lib/ingest/capture/distinct-id.ts";

const ids = suite("toDistinctId");

const ROWS: { case?: string; name: string; value: unknown; gives: string | null }[] = [
  { case: "D5", name: "nothing", value: undefined, gives: null },
  { case: "D5", name: "null", value: null, gives: null },
  { case: "D5", name: "empty text", value: "", gives: null },
  { name: "blanks", value: " \t\n", gives: null },
  { case: "D7", name: "a whole number", value: 23, gives: "23" },
  { case: "D7", name: "a fraction", value: 23.4, gives: "23.4" },
  { case: "D7", name: "a list", value: ["a", "b"], gives: '["a","b"]' },
  { case: "D7", name: "an object", value: { b: 1, a: 2 }, gives: '{"a":2,"b":1}' },
  {
    name: "nested objects",
    value: JSON.parse('{"z":[{"d":null,"c":"\\""}],"__proto__":1}'),
    gives: '{"__proto__":1,"z":[{"c":"\\"","d":null}]}',
  },
  { name: "true", value: true, gives: "true" },
  { name: "zero", value: 0, gives: "0" },
  { case: "D8", name: "222 characters", value: "d".repeat(222), gives: "d".repeat(200) },
  { name: "200 pairs of surrogates", value: "🦔".repeat(200), gives: "🦔".repeat(200) },
  { name: "a pair at the cut", value: `${"d".repeat(199)}🦔🦔`, gives: `${"d".repeat(199)}🦔` },
  { case: "D10", name: "NUL", value: "a\0b", gives: "a\ufffdb" },
  { name: "only NUL", value: "\0", gives: "\ufffd" },
  { name: "half a pair", value: "a\ud83eb\udd94", gives: "a\ufffdb\ufffd" },
  { case: "D11", name: "surrounding blanks", value: " u1 ", gives: " u1 " },
];

for (const row of ROWS) {
  ids(`${row.case ?? "–"} reads ${row.name}`, () => assert.is(toDistinctId(row.value), row.gives));
}

ids.run();

const rounded = suite("isRoundedId");

rounded("is about whole numbers beyond 2^53 alone", () => {
  for (const value of [2 ** 53, -(2 ** 60), 1e300]) assert.ok(isRoundedId(value), String(value));
  for (const value of [2 ** 53 - 1, 0.1, "9007199254740993", null, [2 ** 60]]) assert.not(isRoundedId(value));
});

rounded.run();
