import { AssertionError } from "node:assert";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTestHoglet } from "../../../adapters/testing/index.ts";
import { holdIntervals } from "../../support/hold-intervals.ts";

const it = suite("waitFor");

it("gives what is there already, the first of them", async () => {
  await using hoglet = await createTestHoglet();
  for (const n of [1, 2]) await hoglet.capture({ event: "a", distinct_id: "u1", properties: { n } });
  assert.is((await hoglet.waitFor("a")).properties["n"], 1);
});

it("is woken by the arrival, and not by a glance at the clock", async () => {
  await using hoglet = await createTestHoglet();
  // A listener without notifications polls the log every 500 ms.
  const looks = holdIntervals();
  try {
    const waiting = hoglet.waitFor({ event: "paid", properties: { amount: 12 } }, { timeout: 60_000 });
    await hoglet.capture({ event: "paid", distinct_id: "u1", properties: { amount: 11 } });
    await hoglet.capture({ event: "paid", distinct_id: "u1", properties: { amount: 12 } });
    assert.is((await waiting).properties["amount"], 12);
    assert.ok(looks.held() > 0, "there is no look to be held");
  } finally {
    looks.release();
  }
});

it("fails with an error that a runner shows no difference of", async () => {
  await using hoglet = await createTestHoglet();
  const failure: unknown = await hoglet.waitFor("a", { timeout: 1 }).catch((error: unknown) => error);
  // Node's own has the text "simple" there, which Vitest prints.
  assert.not.ok("diff" in (failure as object));
});

it("takes a function, and gives up in time, naming the nearest", async () => {
  await using hoglet = await createTestHoglet();
  await hoglet.capture({ event: "signed up", distinct_id: "u1", properties: { plan: "free" } });
  assert.is((await hoglet.waitFor(({ distinct_id }) => distinct_id === "u1")).event, "signed up");
  const match = { event: "signed up", properties: { plan: "pro" } };
  const error = await hoglet.waitFor(match, { timeout: 30 }).catch((reason: unknown) => reason);
  assert.instance(error, AssertionError);
  const { message } = error as Error;
  assert.match(message, `Waited 30 ms for "signed up" with { plan: 'pro' }, and it did not arrive.`);
  assert.match(message, "properties.plan is 'free', expected 'pro'");
});

it("sees one project only", async () => {
  await using hoglet = await createTestHoglet();
  const tenant = await hoglet.tenant("t");
  const waiting = tenant.waitFor("a", { timeout: 100 }).catch((reason: unknown) => (reason as Error).message);
  await hoglet.capture({ event: "a", distinct_id: "u1" });
  assert.match(String(await waiting), "No event was captured at all.");
});

it.run();
