import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isWaiting, toWait } from "../../../adapters/posthog/back-off.ts";

const LIMITS = { minDelayMs: 1000, maxDelayMs: 60_000 };
const lengthOf = (failures: number, seed: string, retryAfterMs: number | null = null) => {
  const wait = toWait(LIMITS, failures, 5000, { seed, retryAfterMs });
  return wait.until_ms - wait.from_ms;
};

const backOff = suite("toWait");

backOff("doubles from the least to the most, between half and all of it", () => {
  for (const [failures, full] of [
    [1, 1000],
    [2, 2000],
    [6, 32_000],
    [7, 60_000],
    [5000, 60_000],
  ] as const) {
    for (let n = 0; n < 100; n++) {
      const ms = lengthOf(failures, `seed ${n}`);
      assert.ok(ms >= full / 2 && ms <= full, `${ms} of ${full}`);
    }
  }
});

backOff("spreads over that half by the seed, and is the same for the same", () => {
  const lengths = Array.from({ length: 200 }, (_, n) => lengthOf(1, `seed ${n}`));
  assert.ok(new Set(lengths).size > 100);
  assert.ok(Math.min(...lengths) < 550 && Math.max(...lengths) > 950);
  assert.is(lengthOf(1, "a"), lengthOf(1, "a"));
});

backOff("is never shorter than the upstream asks for, and an hour at most by its word", () => {
  assert.is(lengthOf(1, "a", 90_000), 90_000);
  assert.ok(lengthOf(7, "a", 10) >= 30_000);
  assert.is(lengthOf(1, "a", 1e12), 3_600_000);
});

backOff.run();

const waiting = suite("isWaiting");

waiting("holds from its beginning up to its end, and at no time before it", () => {
  const wait = { failures: 1, from_ms: 100, until_ms: 200 };
  assert.equal(
    [99, 100, 199, 200].map((nowMs) => isWaiting(wait, nowMs)),
    [false, true, true, false],
  );
  assert.is(isWaiting(null, 0), false);
});

waiting.run();
