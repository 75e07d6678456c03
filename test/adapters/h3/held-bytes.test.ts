import { suite } from "uvu";
import * as assert from "uvu/assert";
import { holdBytes, MOST_HELD_BYTES } from "../../../adapters/h3/held-bytes.ts";

const held = suite("holdBytes");

held("bodies that have stopped give way to those that arrive, and others do not", () => {
  let nowMs = 0;
  const now = () => nowMs;
  const ended: string[] = [];
  const begin = (name: string, sizeBytes: number) => {
    const body = holdBytes(now);
    const stay = body.arrive(() => ended.push(name));
    assert.ok(body.grow(sizeBytes), name);
    return { body, stay };
  };
  const third = Math.floor(MOST_HELD_BYTES / 3);
  const stopped = begin("stopped", third);
  const whole = begin("whole", third);
  // Its request is answered now: it has arrived.
  whole.stay();
  nowMs = 600_000;
  const quick = begin("quick", third);
  const next = holdBytes(now);
  next.arrive(() => ended.push("next"));
  nowMs += 5_000;
  assert.ok(next.grow(third), "no place");
  assert.equal(ended, ["stopped"]);
  // Nothing is slow now.
  assert.not(holdBytes(now).grow(third + 1_000_000));
  assert.equal(ended, ["stopped"]);
  for (const body of [stopped.body, whole.body, quick.body, next]) body.release();
  const all = holdBytes(now);
  assert.ok(all.grow(MOST_HELD_BYTES));
  all.release();
});

held.run();
