import { suite } from "uvu";
import * as assert from "uvu/assert";
import * as v from "valibot";
import { createHoglet } from "../../../lib/index.ts";
import { createTestHoglet, defineEvents } from "../../../adapters/testing/index.ts";
import type { TestHogletOptions } from "../../../adapters/testing/index.ts";

type Hoglet = Awaited<ReturnType<typeof createTestHoglet>>;
type Ask = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>;

const it = suite("/__test");

/** A story over HTTP only, as a program in another language would run it. */
function story(name: string, options: TestHogletOptions, tell: (ask: Ask, hoglet: Hoglet) => Promise<void>): void {
  it(name, async () => {
    await using hoglet = await createTestHoglet(options);
    const url = await hoglet.url();
    await tell(async (method, path, body) => {
      const sent = typeof body === "string" ? body : JSON.stringify(body);
      const headers = { authorization: `Bearer ${hoglet.testKey}` };
      const reply = await fetch(url + path, { method, headers, ...(sent !== undefined && { body: sent }) });
      const text = await reply.text();
      const isJson = reply.headers.get("content-type") === "application/json";
      return { status: reply.status, body: isJson ? JSON.parse(text) : text };
    }, hoglet);
  });
}

const captureOf = (ask: Ask, token: string, event: string) =>
  ask("POST", "/e/", { api_key: token, event, distinct_id: "u1", properties: { plan: "pro" } });

story("looks, waits and asks for events", {}, async (ask) => {
  await captureOf(ask, "phc_test", "signed up");
  await ask("POST", "/e/", { api_key: "phc_wrong", event: "lost", distinct_id: "u1" });
  const query = new URLSearchParams({ event: "signed up", properties: '{"plan":"pro"}' });
  assert.is(((await ask("GET", `/__test/events?${query}`)).body as unknown[]).length, 1);
  assert.equal((await ask("GET", "/__test/events?event=other")).body, []);
  assert.is(((await ask("GET", "/__test/persons")).body as unknown[]).length, 1);
  assert.equal((await ask("GET", "/__test/warnings")).body, []);
  const requests = (await ask("GET", "/__test/requests")).body as { status: number; body_base64: string }[];
  assert.equal(
    requests.map(({ status }) => status),
    [200, 401],
  );
  assert.match(Buffer.from(requests[0]?.body_base64 ?? "", "base64").toString(), /signed up/);
  assert.is((await ask("POST", "/__test/expect", { toHaveCaptured: ["signed up", { plan: "pro" }] })).status, 200);
  assert.is((await ask("POST", "/__test/expect", { toHaveCaptured: ["signed up"], not: true })).status, 417);
  const series = [{ kind: "EventsNode", event: "signed up" }];
  const answered = await ask("POST", "/__test/ask", {
    query: { kind: "TrendsQuery", series, dateRange: { date_from: "all" } },
  });
  assert.is((answered.body as { results: { count: number }[] }).results[0]?.count, 1);
  const found = await ask("POST", "/__test/wait", { event: "signed up" });
  assert.equal([found.status, (found.body as { distinct_id: string }).distinct_id], [200, "u1"]);
  const missed = await ask("POST", "/__test/wait", { event: "signed_up", timeout: 10 });
  assert.is(missed.status, 417);
  assert.match((missed.body as { detail: string }).detail, /expected 'signed_up'/);
});

story("moves the clock, resets, and verifies", {}, async (ask, hoglet) => {
  const moved = await ask("POST", "/__test/clock", { advance: "7 days" });
  assert.is((moved.body as { now: string }).now, "2025-01-22T12:00:00.000Z");
  await ask("POST", "/__test/clock", { set: "2026-01-01T00:00:00Z" });
  await captureOf(ask, "phc_test", "a");
  await ask("POST", "/e/", "{");
  assert.is((await ask("POST", "/__test/verify")).status, 417);
  const { body } = await ask("POST", "/__test/reset");
  assert.equal(body, {
    project_id: 1,
    project_token: "phc_test",
    personal_api_key: hoglet.personalApiKey,
    now: "2025-01-15T12:00:00.000Z",
  });
  assert.equal((await ask("GET", "/__test/events")).body, []);
});

story("makes faults and takes them back", {}, async (ask) => {
  await ask("POST", "/__test/faults", { status: 503, path: "/e/", times: null });
  assert.equal(
    [(await captureOf(ask, "phc_test", "a")).status, (await captureOf(ask, "phc_test", "a")).status],
    [503, 503],
  );
  await ask("DELETE", "/__test/faults");
  assert.is((await captureOf(ask, "phc_test", "a")).status, 200);
});

story("gives tenants and forks", {}, async (ask, hoglet) => {
  const tenant = (await ask("POST", "/__test/tenants", { name: "worker-1" })).body as { project_token: string };
  assert.is(tenant.project_token, "phc_test_worker-1");
  await captureOf(ask, tenant.project_token, "mine");
  await captureOf(ask, "phc_test", "ours");
  const names = async (path: string) =>
    ((await ask("GET", path)).body as { event: string }[]).map(({ event }) => event);
  assert.equal([await names("/__test/events?tenant=worker-1"), await names("/__test/events")], [["mine"], ["ours"]]);
  const fork = (await ask("POST", "/__test/fork")).body as { url: string };
  assert.is.not(fork.url, await hoglet.url());
  const headers = { authorization: `Bearer ${hoglet.testKey}` };
  const inFork = async (event: string) =>
    (await (await fetch(`${fork.url}/__test/events?event=${event}`, { headers })).json()) as unknown[];
  assert.equal([(await inFork("mine")).length, (await inFork("ours")).length], [0, 1]);
  await ask("POST", "/__test/reset?tenant=worker-1");
  assert.equal([await names("/__test/events?tenant=worker-1"), await names("/__test/events")], [[], ["ours"]]);
});

story("writes and loads snapshots", {}, async (ask) => {
  await captureOf(ask, "phc_test", "kept");
  const { body } = await ask("GET", "/__test/snapshot");
  await ask("POST", "/__test/reset");
  assert.is((await ask("POST", "/__test/snapshot", body as string)).status, 200);
  assert.is(((await ask("GET", "/__test/events?event=kept")).body as unknown[]).length, 1);
  assert.is((await ask("GET", "/__test/snapshot")).body, body);
});

const plan = defineEvents({ "signed up": v.object({ plan: v.string() }) });

story("tells the coverage of a plan", { plan, planMode: "off" }, async (ask) => {
  assert.equal(((await ask("GET", "/__test/coverage")).body as { never_fired: string[] }).never_fired, ["signed up"]);
  assert.match(String((await ask("GET", "/__test/coverage?format=junit")).body), /^<\?xml/);
});

story("refuses what it cannot read, with a sentence", {}, async (ask) => {
  for (const [method, path, body, status, detail] of [
    ["GET", "/__test/nothing", undefined, 404, /There is no GET/],
    ["POST", "/__test/clock", { jump: 1 }, 400, /unknown field jump\..*set, advance/],
    ["POST", "/__test/clock", {}, 400, /Expected set or advance/],
    ["POST", "/__test/wait", { matcher: "a" }, 400, /unknown field matcher.*event, distinct_id, properties, timeout/],
    ["POST", "/__test/expect", {}, 400, /one assertion.*toHaveCaptured/],
    ["POST", "/__test/expect", { toHaveCapturd: ["a"] }, 400, /Did you mean "toHaveCaptured"\?/],
    ["POST", "/__test/flags", { key: "a" }, 400, /value/],
    ["POST", "/__test/clock", { set: "soon" }, 400, /ISO date-time/],
    ["POST", "/__test/wait", "{", 400, /JSON/],
    ["GET", "/__test/coverage", undefined, 400, /no plan/],
    ["POST", "/__test/tenants", { name: "with blanks" }, 400, /visible ASCII/],
  ] as const) {
    const reply = await ask(method, path, body);
    assert.is(reply.status, status, path);
    assert.match((reply.body as { detail: string }).detail, detail);
  }
});

it("is not there in an ordinary hoglet", async () => {
  await using hoglet = await createHoglet();
  assert.is((await hoglet.fetch("/__test/reset", { method: "POST" })).status, 404);
});

it.run();
