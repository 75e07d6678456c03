import { suite } from "uvu";
import * as assert from "uvu/assert";
import { askedFor, evaluateFlags } from "../../../lib/flags/answers/index.ts";
import { openRoutes } from "../../http/flag-context.ts";

const { ctx } = openRoutes([], { flags: { off: false, on: { value: true, payload: { a: 1 } } } });
const { flags } = ctx;
flags.set(1, "color", "blue", { payload: "sky" });
flags.set(1, "color", "red", { distinct_ids: ["u1"] });
flags.set(1, "color", false, { distinct_ids: ["u2"] });

async function say(distinctId: string): Promise<unknown[]> {
  const evaluated = await evaluateFlags(ctx, { id: 1, timezone: "UTC" }, askedFor(distinctId));
  return evaluated.map(({ flag, outcome: { value, payload, conditionIndex } }) => [
    flag.key,
    value,
    payload,
    conditionIndex,
  ]);
}

const evaluating = suite("compileProgramFlag");

evaluating("gives everybody the value for everybody, with the payload as JSON text", async () => {
  assert.equal(await say("somebody"), [
    ["off", false, null, 0],
    ["on", true, '{"a":1}', 0],
    ["color", "blue", '"sky"', 1],
  ]);
});

evaluating("gives named people their own value, without the payload of another", async () => {
  assert.equal((await say("u1"))[2], ["color", "red", null, 0]);
  assert.equal((await say("u2"))[2], ["color", false, null, 1]);
});

evaluating.run();
