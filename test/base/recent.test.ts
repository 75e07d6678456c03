import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRecent, remember } from "../../lib/base/recent.ts";

const recent = suite("what was asked for lately");

recent("a value is made once, also where it is undefined, and the oldest is forgotten", () => {
  const made: string[] = [];
  const values = createRecent<number | undefined>(2);
  const ask = (key: string) => values.get(key, (asked) => (made.push(asked), key === "none" ? undefined : key.length));
  assert.equal([ask("a"), ask("none"), ask("a"), ask("none")], [1, undefined, 1, undefined]);
  assert.equal(made, ["a", "none"]);
  assert.equal([ask("third"), ask("none"), ask("a")], [5, undefined, 1]);
  assert.equal(made, ["a", "none", "third", "a"]);
});

recent("a failure is not kept", () => {
  let tries = 0;
  const fail = remember(2, (key: string) => {
    if (tries++ === 0) throw new Error(key);
    return key;
  });
  assert.throws(() => fail("a"), "a");
  assert.is(fail("a"), "a");
});

recent.run();
