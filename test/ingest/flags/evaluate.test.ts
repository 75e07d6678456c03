import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createFlagStore, evaluate } from "../../../lib/ingest/flags/index.ts";

const flags = createFlagStore({ off: false, on: { value: true, payload: { a: 1 } } });
flags.set(1, "color", "blue", { payload: "sky" });
flags.set(1, "color", "red", { distinct_ids: ["u1"] });
flags.set(1, "color", false, { distinct_ids: ["u2"] });

function say(distinctId: string): unknown {
  return evaluate(flags.list(1), distinctId).map(({ flag, value, payload, conditionIndex }) => [
    flag.key,
    value,
    payload,
    conditionIndex,
  ]);
}

const evaluating = suite("evaluate");

evaluating("gives everybody the value for everybody, with the payload as JSON text", () => {
  assert.equal(say("somebody"), [
    ["off", false, null, null],
    ["on", true, '{"a":1}', 0],
    ["color", "blue", '"sky"', 1],
  ]);
});

evaluating("gives named people their own value, without the payload of another", () => {
  assert.equal((say("u1") as unknown[])[2], ["color", "red", null, 0]);
  assert.equal((say("u2") as unknown[])[2], ["color", false, null, null]);
});

evaluating.run();
