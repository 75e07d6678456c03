import { PostHog } from "posthog-node";
import { posthog as browserPosthog } from "posthog-js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { v7 as uuidV7 } from "uuid";
import type { Client } from "../../../adapters/testing/client.ts";
import { createTestHoglet, expectHoglet } from "../../../adapters/testing/index.ts";
import type { TestHoglet } from "../../../adapters/testing/index.ts";
import { createBrowserClient } from "./browser-client.ts";

const it = suite("clients of a test hoglet");

const failureOf = async (promise: Promise<unknown>): Promise<string> => {
  const failure = await promise.then(
    () => "",
    (error: unknown) => (error as Error).message,
  );
  assert.ok(failure !== "", "expected a failure");
  return failure;
};

it("are waited for, made as the README makes them", async () => {
  await using hoglet = await createTestHoglet();
  const posthog = new PostHog(hoglet.token, { fetch: hoglet.fetch });
  posthog.capture({ distinctId: "u1", event: "signed up" });
  await expectHoglet(hoglet).toHaveCaptured("signed up");
  posthog.capture({ distinctId: "u1", event: "paid" });
  assert.is((await hoglet.persons.list()).results.length, 1);
  assert.is((await hoglet.ask({ kind: "TrendsQuery", series: [{ event: "paid" }] })).results[0]?.count, 1);
  posthog.capture({ distinctId: "u1", event: "before" });
  await hoglet.reset();
  await expectHoglet(hoglet).not.toHaveCaptured("before");
});

it("capture at the test's time, whatever their own clock and the way of a request take", async () => {
  await using hoglet = await createTestHoglet();
  const nowMs = Date.now();
  const sentAt = new Date(nowMs + 500).toISOString();
  const made = (event: string, agoMs: number) => ({
    event,
    uuid: uuidV7({ msecs: nowMs - agoMs }),
    distinct_id: "u1",
    timestamp: new Date(nowMs - agoMs).toISOString(),
    properties: {},
  });
  const post = (path: string, body: object, headers = {}) =>
    hoglet.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  await post("/batch/", { api_key: hoglet.token, sent_at: sentAt, batch: [made("visited", 20)] });
  await post("/e/", { ...made("signed up", 300), api_key: hoglet.token, sent_at: sentAt });
  const given = { ...made("given", 0), timestamp: new Date(nowMs - 3_600_000 + 500).toISOString() };
  await post("/batch/", { api_key: hoglet.token, sent_at: sentAt, batch: [given, made("paid", 40)] });
  const newer = {
    "content-type": "application/json",
    authorization: `Bearer ${hoglet.token}`,
    "posthog-request-id": uuidV7(),
  };
  const headers = {
    ...newer,
    "posthog-sdk-info": "test/1.0.0",
    "user-agent": "test",
    "posthog-attempt": "1",
    "posthog-request-timestamp": sentAt,
  };
  const batch = [{ ...made("left", 70), options: {} }];
  assert.is((await post("/i/v1/analytics/events", { created_at: sentAt, batch }, headers)).status, 200);
  assert.equal(
    (await hoglet.events()).map(({ event, timestamp }) => [event, timestamp]),
    [
      ["given", "2025-01-15T11:00:00Z"],
      ["visited", "2025-01-15T12:00:00Z"],
      ["signed up", "2025-01-15T12:00:00Z"],
      ["paid", "2025-01-15T12:00:00Z"],
      ["left", "2025-01-15T12:00:00Z"],
    ],
  );
  await expectHoglet(hoglet).toConvert(["visited", "signed up", "paid"], { rate: 1 });
  assert.is((await hoglet.requests())[0]?.events[0]?.["timestamp"], new Date(nowMs - 20).toISOString());
});

it("are waited for when they were adopted", async () => {
  await using hoglet = await createTestHoglet();
  const fetch = (...args: Parameters<typeof hoglet.fetch>) => hoglet.fetch(...args);
  const posthog = hoglet.adopt(new PostHog(hoglet.token, { fetch }));
  posthog.capture({ distinctId: "u1", event: "signed up" });
  await expectHoglet(hoglet).toHaveCaptured("signed up");
});

it("are waited for while a posthog-js prepares its requests", async () => {
  await using hoglet = await createTestHoglet();
  const posthog = hoglet.adopt(createBrowserClient(hoglet.token, hoglet.fetch));
  assert.equal(posthog.configs, [{ request_batching: false }]);
  posthog.capture("bought");
  await expectHoglet(hoglet).toHaveCaptured("bought");
  posthog.capture("before");
  await hoglet.reset();
  posthog.capture("after");
  await expectHoglet(hoglet).toHaveCapturedTimes("after", 1);
  await expectHoglet(hoglet).not.toHaveCaptured("before");
  const own: Client = browserPosthog;
  assert.type(own.on, "function");
});

it("are named when they told of an event that never came, until a reset", async () => {
  await using hoglet = await createTestHoglet();
  const posthog = hoglet.adopt(createBrowserClient(null, hoglet.fetch));
  posthog.capture("bought");
  const expected = expectHoglet(hoglet);
  assert.match(await failureOf(expected.toHaveCaptured("bought")), /A client holds one event that it could not send\./);
  await hoglet.reset();
  const silent = await failureOf(expected.toHaveCaptured("bought"));
  assert.match(
    silent,
    /No request came, either\. The client that it knows told of none\. posthog-js keeps events from before/,
  );
  assert.not.match(silent, /of your own/);
  await hoglet.fetch("/flags/?v=2", {
    method: "POST",
    body: JSON.stringify({ token: hoglet.token, distinct_id: "u1" }),
  });
  assert.match(
    await failureOf(expected.toHaveCaptured("bought")),
    /Requests came, but none with events\. The client that it knows/,
  );
});

/** Sends events as a client that no hoglet knows. */
function send(hoglet: TestHoglet, token: string, events: readonly { event: string; uuid: string }[]) {
  const batch = events.map((event) => ({ ...event, distinct_id: "u1", properties: {} }));
  return hoglet.fetch("/batch/", { method: "POST", body: JSON.stringify({ api_key: token, batch }) });
}

it("whose events come after a reset, from before it, are answered and dropped", async () => {
  await using hoglet = await createTestHoglet();
  const tenant = await hoglet.tenant("w1");
  const old = { event: "old", uuid: uuidV7() };
  const sleepUntil = Date.now() + 2;
  while (Date.now() < sleepUntil) await Promise.resolve();
  await hoglet.reset();
  const event = { event: "new", uuid: uuidV7() };
  assert.is((await send(hoglet, hoglet.token, [old])).status, 200);
  assert.is((await send(hoglet, tenant.token, [old])).status, 200);
  assert.is((await send(hoglet, hoglet.token, [old, event])).status, 200);
  assert.equal(
    [(await hoglet.events()).map((each) => each.event), await tenant.events(), (await hoglet.requests()).length],
    [["new"], [], 1],
  );
  // A uuid without a time, and one from long ago, tell nothing.
  const given = { event: "given", uuid: "4b0f0f0e-65a4-4e8c-9d3b-5a2f4b1c0d11" };
  const planned = { event: "planned", uuid: uuidV7({ msecs: Date.parse("2025-01-15T12:00:00Z") }) };
  await send(hoglet, hoglet.token, [given, planned]);
  await expectHoglet(hoglet).toHaveCaptured("given");
  await expectHoglet(hoglet).toHaveCaptured("planned");
});

it("are named where no event was captured", async () => {
  await using hoglet = await createTestHoglet();
  const expected = expectHoglet(hoglet);
  assert.match(await failureOf(expected.toHaveCaptured("paid")), /No request came.*hoglet\.adopt\(client\)/);
  assert.match(await failureOf(hoglet.waitFor("paid", { timeout: 1 })), /No request came/);
  for (let sent = 0; sent < 3; sent++) await send(hoglet, "phc_other", [{ event: "paid", uuid: uuidV7() }]);
  const told = await failureOf(expected.toHaveCapturedTimes("paid", 1));
  assert.match(told, /3 requests came with another token: phc_other\. The token here is phc_test\./);
  await hoglet.reset();
  const posthog = new PostHog(hoglet.token, { fetch: hoglet.fetch, fetchRetryCount: 0 });
  hoglet.fail({ drop: true }, { times: Infinity });
  for (const event of ["a", "b"]) posthog.capture({ distinctId: "u1", event });
  assert.match(await failureOf(expected.toHaveCaptured("a")), /A client holds 2 events that it could not send\./);
  hoglet.heal();
});

it("that capture without a distinct id are a problem in strict mode", async () => {
  await using hoglet = await createTestHoglet();
  const posthog = await hoglet.posthog();
  posthog.capture({ distinctId: "u1", event: "with" });
  posthog.capture({ distinctId: undefined as unknown as string, event: "without" });
  const told = await failureOf(hoglet.verify());
  assert.match(told, /One thing is wrong.*\n.*"without" came from a random id: capture\(\) had no distinctId/);
  await hoglet.verify();
});

it.run();
