import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createTestHoglet, expectHoglet } from "../../../adapters/testing/index.ts";
import type { TestHoglet } from "../../../adapters/testing/index.ts";
import { whenAll } from "../../support/rounds.ts";

const it = suite("createTestHoglet");

async function story(hoglet: TestHoglet): Promise<void> {
  const posthog = await hoglet.posthog();
  posthog.identify({ distinctId: "u1", properties: { plan: "pro" } });
  posthog.alias({ distinctId: "u1", alias: "visitor" });
  posthog.capture({ distinctId: "u1", event: "signed up", properties: { plan: "pro" } });
  await hoglet.capture({ event: "served", distinct_id: "u2" });
  await hoglet.clock.advance("90 minutes");
  posthog.capture({ distinctId: "visitor", event: "paid", timestamp: new Date("2025-01-15T13:00:00Z") });
}

it("stands at a fixed time, with tokens to rely on", async () => {
  await using hoglet = await createTestHoglet();
  assert.equal([hoglet.token, hoglet.clock.iso()], ["phc_test", "2025-01-15T12:00:00.000Z"]);
  const headers = { authorization: `Bearer ${hoglet.personalApiKey}` };
  const reply = await hoglet.fetch("/api/projects/1/", { headers });
  assert.is(((await reply.json()) as { api_token: string }).api_token, "phc_test");
});

it("refuses options that createHoglet does not know, and times that are none", async () => {
  for (const [options, message] of [
    [{ sedd: 1 }, /Unknown option "sedd" of createTestHoglet\. Did you mean "seed"\?/],
    [{ durabilty: "full" }, /Unknown option "durabilty" of createTestHoglet\. Did you mean "durability"\?/],
    [{ file: "kept.db" }, /no option file: it is in memory\. load\(file\) reads data/],
    [{ now: "soon" }, /Expected an ISO date-time/],
  ] as const) {
    const error = await createTestHoglet(options as object).catch((reason: unknown) => reason);
    assert.match((error as Error).message, message);
  }
});

it("gives a posthog-node whose events carry the test's time, or their own to the letter", async () => {
  await using hoglet = await createTestHoglet({ now: "2030-05-05T05:00:00Z" });
  const posthog = await hoglet.posthog();
  posthog.capture({ distinctId: "u1", event: "now" });
  posthog.capture({ distinctId: "u1", event: "then", timestamp: new Date("2030-05-01T00:00:00Z") });
  assert.is((await hoglet.lastEvent("now"))?.timestamp, "2030-05-05T05:00:00Z");
  assert.is((await hoglet.lastEvent("then"))?.timestamp, "2030-05-01T00:00:00Z");
});

it("answers questions about what a client was given a moment ago", async () => {
  await using hoglet = await createTestHoglet();
  (await hoglet.posthog()).capture({ distinctId: "u1", event: "paid" });
  assert.is((await hoglet.insights.trend({ events: [{ id: "paid" }] })).result[0]?.count, 1);
});

it("keeps a client's own before_send", async () => {
  await using hoglet = await createTestHoglet();
  const posthog = await hoglet.posthog({ before_send: (event) => (event?.event === "secret" ? null : event) });
  posthog.capture({ distinctId: "u1", event: "secret" });
  posthog.capture({ distinctId: "u1", event: "open" });
  assert.equal(
    (await hoglet.events()).map(({ event }) => event),
    ["open"],
  );
});

it("leaves the same in every run: snapshots are equal, uuids included", async () => {
  const texts: string[] = [];
  const uuids: string[][] = [];
  for (let run = 0; run < 2; run++) {
    await using hoglet = await createTestHoglet();
    await story(hoglet);
    uuids.push((await hoglet.events()).map(({ uuid }) => uuid));
    texts.push(await hoglet.snapshot(undefined, { uuids: "kept" }));
  }
  assert.is(texts[0], texts[1]);
  assert.equal(uuids[0], uuids[1]);
  assert.is(new Set(uuids[0]).size, 5);
});

it("lists events oldest first, by a name or a part of them", async () => {
  await using hoglet = await createTestHoglet();
  await story(hoglet);
  assert.equal(
    (await hoglet.events()).map(({ event }) => event),
    ["$identify", "$create_alias", "signed up", "served", "paid"],
  );
  assert.is((await hoglet.events({ distinct_id: "u1", properties: { plan: "pro" } })).length, 1);
  assert.is((await hoglet.lastEvent())?.event, "paid");
  assert.is(await hoglet.lastEvent("refunded"), null);
  assert.equal(
    (await hoglet.persons()).map((person) => person.distinct_ids.toSorted()),
    [["u1", "visitor"], ["u2"]],
  );
});

it("lists more events than a page holds", async () => {
  await using hoglet = await createTestHoglet();
  await hoglet.capture(
    Array.from({ length: 2500 }, (_, index) => ({ event: "e", distinct_id: "d", properties: { index } })),
  );
  assert.equal(
    (await hoglet.events()).map(({ properties }) => properties["index"]),
    [...Array(2500).keys()],
  );
});

it("resets to the first moment, while clients and addresses stay good", async () => {
  await using hoglet = await createTestHoglet();
  const posthog = await hoglet.posthog();
  const url = await hoglet.url();
  await story(hoglet);
  hoglet.fail({ status: 500 }, { times: Infinity });
  await hoglet.reset();
  assert.equal([await hoglet.events(), await hoglet.persons(), await hoglet.requests()], [[], [], []]);
  assert.is(hoglet.clock.iso(), "2025-01-15T12:00:00.000Z");
  posthog.capture({ distinctId: "u9", event: "again" });
  const body = JSON.stringify({ api_key: hoglet.token, event: "by socket", distinct_id: "u9" });
  assert.is((await fetch(`${url}/e/`, { method: "POST", body })).status, 200);
  assert.is((await hoglet.events()).length, 2);
});

it("captures what a client held back before the clock moves, at the old time", async () => {
  await using hoglet = await createTestHoglet();
  (await hoglet.posthog()).capture({ distinctId: "u1", event: "before" });
  await hoglet.clock.advance("1 day");
  assert.is((await hoglet.lastEvent())?.created_at, "2025-01-15T12:00:00Z");
});

it("forks into two that do not know of each other, each with uuids of its own to come", async () => {
  await using hoglet = await createTestHoglet();
  await story(hoglet);
  await using fork = await hoglet.fork();
  assert.is(await fork.snapshot(), await hoglet.snapshot());
  await fork.capture({ event: "in the fork", distinct_id: "u1" });
  await fork.clock.advance("1 day");
  await hoglet.capture({ event: "in the first", distinct_id: "u1" });
  assert.equal([(await fork.events()).length, (await hoglet.events()).length], [6, 6]);
  assert.equal([(await fork.lastEvent())?.event, (await hoglet.lastEvent())?.event], ["in the fork", "in the first"]);
  assert.is(hoglet.clock.iso(), "2025-01-15T13:30:00.000Z");
  await fork.reset();
  assert.equal([(await fork.events()).length, fork.clock.iso()], [5, "2025-01-15T13:30:00.000Z"]);
});

/** Ten events in process and one by a client. */
async function capture(view: TestHoglet, name: string): Promise<void> {
  for (let time = 0; time < 10; time++) await view.capture({ event: name, distinct_id: "u1" });
  (await view.posthog()).capture({ distinctId: "u1", event: name });
}

whenAll(it)("forks into one whose plugins know their secrets", async () => {
  await using hoglet = await createTestHoglet();
  const manifest = JSON.stringify({
    name: "stamp",
    config: [{ key: "token", name: "Token", type: "string", secret: true }],
  });
  const index =
    "export function processEvent(event, { config }) { event.properties.length = config.token.length; return event; }";
  const { id: plugin } = await hoglet.plugins.install({ files: { "plugin.json": manifest, "index.js": index } });
  await hoglet.pluginConfigs.create({ plugin, order: 1, enabled: true, config: { token: "12345" } });
  await using fork = await hoglet.fork();
  await fork.capture({ event: "stamped", distinct_id: "u1" });
  assert.is((await fork.lastEvent())?.properties["length"], 5);
});

it("forks into one whose uuids go on, so that no new event is a duplicate of an old one", async () => {
  await using hoglet = await createTestHoglet();
  await capture(hoglet, "before");
  await using fork = await hoglet.fork();
  await capture(fork, "after");
  assert.is(new Set((await fork.events()).map(({ uuid }) => uuid)).size, 22);
  await fork.reset();
  await capture(fork, "once more");
  assert.is((await fork.events()).length, 22);
});

it("writes a snapshot that loads into an equal one, and takes new events after it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hoglet-snapshot-"));
  try {
    const file = join(folder, "story.ndjson");
    await using hoglet = await createTestHoglet();
    await story(hoglet);
    const text = await hoglet.snapshot(file);
    assert.is(await readFile(file, "utf8"), text);
    await using other = await createTestHoglet();
    await other.capture({ event: "goes away", distinct_id: "x" });
    await other.load(file);
    assert.is(await other.snapshot(), text);
    await expectHoglet(other).toHaveMerged("u1", "visitor");
    await other.load(await hoglet.snapshot(undefined, { uuids: "kept" }));
    // The file has the first uuids of a fresh hoglet with this seed: they must not recur.
    await story(other);
    assert.is((await other.events()).length, 10);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it("gives tenants that do not touch each other", async () => {
  await using hoglet = await createTestHoglet();
  const [a, b] = [await hoglet.tenant("a"), await hoglet.tenant()];
  assert.equal([a.token, b.token, (await hoglet.tenant("a")) === a], ["phc_test_a", "phc_test_1", true]);
  for (const view of [a, b, hoglet]) (await view.posthog()).capture({ distinctId: "u1", event: `of ${view.token}` });
  a.fail({ status: 503 }, { times: Infinity });
  (await b.posthog()).capture({ distinctId: "u1", event: "unharmed" });
  assert.equal(
    (await b.events()).map(({ event }) => event),
    ["of phc_test_1", "unharmed"],
  );
  assert.is((await b.insights.trend({ events: [{ id: "unharmed" }] })).result[0]?.count, 1);
  await a.reset();
  assert.equal([await a.events(), await a.persons(), await a.requests()], [[], [], []]);
  assert.equal([(await b.events()).length, (await b.requests()).length, (await hoglet.events()).length], [2, 2, 1]);
  (await a.posthog()).capture({ distinctId: "u1", event: "healed" });
  assert.is((await a.events()).length, 1);
  await hoglet.reset();
  assert.equal([await a.events(), await b.events()], [[], []]);
  await b.capture({ event: "after", distinct_id: "u1" });
  assert.is((await b.events()).length, 1);
});

it("goes on while the app's tests hold the timers", async () => {
  await using hoglet = await createTestHoglet();
  const posthog = await hoglet.posthog();
  const names = ["setTimeout", "setInterval", "setImmediate"] as const;
  const real = names.map((name) => globalThis[name]);
  Object.assign(globalThis, Object.fromEntries(names.map((name) => [name, () => 0])));
  try {
    await hoglet.capture({ event: "in process", distinct_id: "u1" });
    posthog.capture({ distinctId: "u1", event: "by client" });
    assert.is((await hoglet.waitFor("by client", { timeout: 60_000 })).distinct_id, "u1");
    await hoglet.clock.advance("1 day");
    assert.is((await hoglet.events()).length, 2);
  } finally {
    Object.assign(globalThis, Object.fromEntries(names.map((name, index) => [name, real[index]])));
  }
});

it("closes once, and holds no timer", async () => {
  const hoglet = await createTestHoglet();
  await hoglet.url();
  await Promise.all([hoglet.close(), hoglet.close()]);
  const error = await hoglet.capture({ event: "late", distinct_id: "u1" }).catch((reason: unknown) => reason);
  assert.match((error as Error).message, /closed/);
});

it.run();
