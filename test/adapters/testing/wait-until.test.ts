import { AssertionError } from "node:assert";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTestHoglet } from "../../../adapters/testing/index.ts";

const PAID = { kind: "TrendsQuery", series: [{ event: "paid" }] } as const;

const until = suite("until");

until("gives an answer that passes already, and one that a later event makes", async () => {
  await using hoglet = await createTestHoglet();
  const none = await hoglet.until(PAID, ({ results }) => results[0]?.count === 0);
  assert.is(none.results.length, 1);
  const paid = hoglet.until(PAID, ({ results }) => results[0]?.count === 2, { timeout: 120_000 });
  await hoglet.capture({ event: "paid", distinct_id: "u1" });
  await hoglet.capture({ event: "paid", distinct_id: "u2" });
  assert.is((await paid).results[0]?.count, 2);
});

until("asks about the tenant's project, after bound clients have sent their events", async () => {
  await using hoglet = await createTestHoglet();
  const tenant = await hoglet.tenant();
  const client = await tenant.posthog();
  client.capture({ event: "paid", distinctId: "u1" });
  await tenant.until(PAID, ({ results }) => results[0]?.count === 1);
  await hoglet.until(PAID, ({ results }) => results[0]?.count === 0);
});

until("fails after its time with the last results, and with what the test of the answer throws", async () => {
  await using hoglet = await createTestHoglet();
  await hoglet.capture({ event: "paid", distinct_id: "u1" });
  const late = await hoglet.until(PAID, () => false, { timeout: 1 }).catch((error: unknown) => error);
  assert.instance(late, AssertionError);
  assert.match((late as Error).message, /^Waited 1 ms for another answer\. The last results are:\n[^]*"paid"/);
  const mine = new Error("mine");
  const thrown = await hoglet
    .until(PAID, () => {
      throw mine;
    })
    .catch((error: unknown) => error);
  assert.is(thrown, mine);
  const refused = await hoglet
    .until({ kind: "TrendsQuery", series: [{ event: "a" }], interval: "eon" } as never, () => true)
    .catch((error: unknown) => error);
  assert.is((refused as { status?: number }).status, 400);
});

until.run();
