import { AssertionError } from "node:assert";
import { PostHog } from "posthog-node";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { connectTestHoglet, createTestHoglet, expectHoglet } from "../../../adapters/testing/index.ts";
import { createBrowserClient } from "./browser-client.ts";

const it = suite("connectTestHoglet");

it("gives all assertions over HTTP, also of a tenant", async () => {
  await using hoglet = await createTestHoglet();
  const url = await hoglet.url();
  const remote = await connectTestHoglet({ url, key: hoglet.testKey, tenant: "w1" });
  const expected = expectHoglet(remote);
  await remote.setFlag("beta", "red");
  const posthog = remote.adopt(new PostHog(remote.token, { host: url }));
  posthog.identify({ distinctId: "u1", properties: { plan: "pro" } });
  posthog.alias({ distinctId: "u1", alias: "visitor" });
  posthog.capture({ distinctId: "u1", event: "signed up", properties: { plan: "pro" } });
  await expected.toHaveCaptured("signed up", { plan: /^p/ });
  await expected.toHaveCapturedTimes("signed up", 1);
  await expected.toHavePerson("u1", { plan: "pro" });
  await expected.toHaveMerged("u1", "visitor");
  await expected.toHaveKeptEverything();
  await expected.toConvert(["signed up", "paid"], { within: "1h", entered: 1, rate: 0 });
  await expected.toConvert({ events: [{ id: "signed up" }] }, { entered: 1 });
  await expected.toHaveTrend("signed up", { count: 1 });
  const entity = { id: "signed up", type: "events" as const };
  await expected.not.toRetain(
    { kind: "RetentionQuery", retentionFilter: { targetEntity: entity, returningEntity: entity } },
    [[5]],
  );
  await posthog.getFeatureFlag("beta", "u1");
  await expected.toHaveCalledFlag("beta", { value: "red" });
  const error = await expected.toConvert(["signed up", "paid"], { rate: 1 }).catch((reason: unknown) => reason);
  assert.instance(error, AssertionError);
  assert.match((error as Error).message, /The nearest person, u1:\n {2}signed up: .*\n {2}paid: no event of this step/);
  await expectHoglet(await connectTestHoglet({ url, key: hoglet.testKey })).not.toHaveCaptured("signed up");
  await remote.reset();
  await expected.not.toHaveCaptured("signed up");
  await posthog.shutdown();
});

it("waits while an adopted posthog-js prepares its requests", async () => {
  await using hoglet = await createTestHoglet();
  const url = await hoglet.url();
  const remote = await connectTestHoglet({ url, key: hoglet.testKey });
  const posthog = remote.adopt(createBrowserClient(remote.token, (path, init) => fetch(url + path, init)));
  posthog.capture("bought");
  await expectHoglet(remote).toHaveCaptured("bought");
  posthog.capture("before");
  await remote.reset();
  await expectHoglet(remote).not.toHaveCaptured("before");
});

it("moves the clock, makes faults, waits and verifies", async () => {
  await using hoglet = await createTestHoglet();
  const url = await hoglet.url();
  const remote = await connectTestHoglet({ url, key: hoglet.testKey });
  assert.is(await remote.clock.advance("1 day"), "2025-01-16T12:00:00.000Z");
  assert.is(await remote.clock.set("2025-02-01"), "2025-02-01T00:00:00.000Z");
  await remote.fail({ status: 503 }, { path: "/e/" });
  const send = () =>
    fetch(`${url}/e/`, {
      method: "POST",
      body: JSON.stringify({ api_key: remote.token, event: "paid", distinct_id: "u1" }),
    });
  assert.is((await send()).status, 503);
  assert.is((await send()).status, 200);
  assert.is((await remote.waitFor("paid")).distinct_id, "u1");
  await remote.verify();
  assert.equal(
    (await remote.requests({ refused: true })).map(({ status }) => status),
    [503],
  );
  const wrong = await connectTestHoglet({ url, key: "test_wrong" }).catch((reason: unknown) => reason);
  assert.match(String(wrong), /Send the key of this run/);
});

it.run();
