import { suite } from "uvu";
import * as assert from "uvu/assert";
import { hasPassed, isCron, nextRun } from "../../lib/base/cron.ts";

const expressions = suite("isCron");

expressions("five fields, with names and steps, or nothing at all", () => {
  for (const text of ["0 5 * * 0", "0 5 * * SUN", "*/5 * * * *", "30 14 1,15 JAN-MAR *", ""])
    assert.ok(isCron(text), text);
  for (const text of ["0 5 * *", "0 0 5 * * 0", "61 5 * * 0", "sometimes", " ", "0 5 * * 8"]) {
    assert.not.ok(isCron(text), text);
  }
});

expressions.run();

const between = (afterMs: number, nowMs: number) => hasPassed("0 5 * * 0", afterMs, nowMs);

const passed = suite("hasPassed");

passed("an occurrence counts from its very millisecond on, and not the one it was at before", () => {
  const sundayMs = Date.UTC(2024, 5, 16, 5);
  assert.not.ok(between(sundayMs - 1000, sundayMs - 1));
  assert.ok(between(sundayMs - 1000, sundayMs));
  assert.not.ok(between(sundayMs, sundayMs + 1000));
  assert.ok(between(sundayMs, sundayMs + 7 * 86_400_000));
});

passed("never when it is empty, or names a day that does not come", () => {
  const farMs = Date.UTC(2100, 0, 1);
  assert.not.ok(hasPassed("", 0, farMs));
  assert.not.ok(hasPassed("0 0 31 2 *", 0, farMs));
});

passed.run();

const next = suite("nextRun");

next("is the first time after an instant, and none where there is no schedule", () => {
  const sundayMs = Date.UTC(2024, 5, 16, 5);
  assert.is(nextRun("0 5 * * 0", sundayMs - 1), sundayMs);
  assert.is(nextRun("0 5 * * 0", sundayMs), sundayMs + 7 * 86_400_000);
  assert.is(nextRun("", sundayMs), null);
  assert.is(nextRun("0 0 31 2 *", sundayMs), null);
});

next.run();
