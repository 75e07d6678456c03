import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTurns, inTurns } from "../../lib/base/turns.ts";

function* twoSteps(): Generator<undefined, string> {
  yield;
  yield;
  return "done";
}

const turns = suite("createTurns");

/** Steps without an end. */
function* endless(onStep: () => void): Generator<undefined, never> {
  for (;;) {
    onStep();
    yield;
  }
}

turns("let other work run, and end the work when nobody wants it any more", async () => {
  const leaver = new AbortController();
  setImmediate(() => leaver.abort(new Error("gone")));
  const error = await inTurns(
    endless(() => {}),
    createTurns(leaver.signal),
  ).catch((reason: unknown) => reason);
  assert.is((error as { code?: string }).code, "cancelled");
});

turns("give the result of steps that end", async () => {
  assert.is(await inTurns(twoSteps(), createTurns()), "done");
});

turns.run();
