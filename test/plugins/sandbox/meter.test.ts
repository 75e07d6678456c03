import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createAccount, createMeter } from "../../../lib/plugins/sandbox/meter.ts";

/** A meter by two hands that only the test moves. */
function byHand() {
  let [nowMs, cpuMs] = [1000, 50];
  const meter = createMeter({ nowMs: () => nowMs, cpuMs: () => cpuMs });
  const pass = (passedMs: number, computedMs = passedMs) => {
    nowMs += passedMs;
    cpuMs += computedMs;
  };
  return { ...meter, pass };
}

const meter = suite("createMeter");

meter("counts what is computed, and not the waiting between", () => {
  const { start, stop, charge, usedMs, pass } = byHand();
  const account = createAccount();
  charge(account);
  pass(1000);
  start();
  pass(20);
  assert.is(usedMs(), 20);
  stop();
  pass(5000);
  // The awaited answer has come: the same call continues.
  charge(account);
  assert.is(usedMs(), 20);
  start();
  pass(3);
  stop();
  assert.is(usedMs(), 23);
});

meter("puts the time on the account of the call that it is for", () => {
  const { start, stop, charge, usedMs, pass } = byHand();
  const [one, other] = [createAccount(), createAccount()];
  charge(one);
  start();
  pass(7);
  charge(other);
  pass(5);
  assert.is(usedMs(), 5);
  stop();
  charge(one);
  assert.is(usedMs(), 7);
});

meter("counts no time in which the process got no processor, and none of other threads", () => {
  const { start, charge, usedMs, pass } = byHand();
  charge(createAccount());
  start();
  pass(10_000, 4);
  assert.is(usedMs(), 4);
  charge(createAccount());
  pass(10, 40);
  assert.is(usedMs(), 10);
});

meter("counts by the real clocks where none are given", () => {
  const { start, usedMs } = createMeter();
  start();
  while (usedMs() < 5);
  assert.ok(usedMs() >= 5);
});

meter.run();
