import { gunzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { forwardTo, listOutboxes, pushHistory } from "../../../adapters/posthog/index.ts";
import type { PushOptions } from "../../../adapters/posthog/index.ts";
import { createHoglet } from "../../../lib/index.ts";
import { assertSame } from "./support/sides.ts";
import { NOW_MS, story } from "./support/story.ts";
import { closeUpstreams, listen } from "./support/upstream.ts";
import type { Fault } from "./support/upstream.ts";
import { whenAll } from "../../support/rounds.ts";
import { refusal } from "../../support/refusal.ts";

async function createWorld() {
  const clock = { nowMs: NOW_MS };
  const faults: Fault[] = [];
  const mine = await createHoglet({ now: () => clock.nowMs });
  const theirs = await createHoglet({ now: () => clock.nowMs, projectToken: "phc_theirs" });
  const upstream = await listen(theirs, () => faults.shift() ?? null);
  const slept: number[] = [];
  const push = (options: Partial<PushOptions> = {}) =>
    pushHistory(mine, {
      host: upstream.url,
      projectToken: "phc_theirs",
      sleep: async (ms) => {
        slept.push(ms);
        clock.nowMs += ms;
      },
      ...options,
    });
  const close = async () => {
    await upstream.close();
    await Promise.all([mine.close(), theirs.close()]);
  };
  return { clock, faults, mine, theirs, upstream, slept, push, close };
}

const push = suite("pushHistory");

push("all events go upstream, marked as historical, and both ends are equal", async () => {
  const world = await createWorld();
  await world.mine.capture(story(3, 1200));
  const seen: [number, number][] = [];
  const status = await world.push({ onProgress: (settled, total) => seen.push([settled, total]) });
  assert.is(status.delivered, 1200);
  assert.equal(seen.at(0), [0, 1200]);
  assert.equal(seen.at(-1), [1200, 1200]);
  assert.ok(seen.every(([settled], at) => at === 0 || settled >= (seen[at - 1]?.[0] ?? 0)));
  for (const { body } of world.upstream.requests) {
    const envelope = JSON.parse(gunzipSync(body).toString()) as { historical_migration?: boolean };
    assert.is(envelope.historical_migration, true);
  }
  await assertSame(world.mine, world.theirs);
  await world.close();
});

whenAll(push)("a push that was stopped goes on where it stopped, and the next one sends what came since", async () => {
  const world = await createWorld();
  await world.mine.capture(story(4, 1100));
  const stop = new AbortController();
  const onProgress = (settled: number) => settled >= 500 && stop.abort();
  const { status } = await refusal(
    world.push({ signal: stop.signal, onProgress: (settled) => void onProgress(settled) }),
  );
  assert.is(status, 499);
  const before = world.upstream.requests.length;
  const rest = await world.push();
  assert.equal([rest.delivered_before, rest.delivered], [500, 600]);
  assert.is(before + world.upstream.requests.length, before + 3);
  await world.mine.capture({ event: "later", distinct_id: "u" });
  const later = await world.push();
  assert.equal([later.delivered_before, later.delivered], [1100, 1]);
  await assertSame(world.mine, world.theirs);
  await world.close();
});

push("what is captured while it runs is left to the next", async () => {
  const world = await createWorld();
  await world.mine.capture(story(5, 600));
  const capture = () => void world.mine.capture({ event: "meanwhile", distinct_id: "u" });
  const status = await world.push({ onProgress: (settled) => (settled === 500 ? capture() : undefined) });
  assert.equal([status.delivered, status.pending.events], [600, 1]);
  await world.close();
});

push("it waits and tries again, and gives up with a sentence after maxFailures in a row", async () => {
  const world = await createWorld();
  await world.mine.capture(story(6, 10));
  world.faults.push({ status: 503 }, { status: 429, headers: { "retry-after": "90" } });
  assert.is((await world.push()).delivered, 10);
  assert.equal([world.slept.length, world.slept[1]], [2, 90_000]);
  await world.mine.capture({ event: "x", distinct_id: "u" });
  world.faults.push({ status: 503 }, { status: 503 });
  const { status, detail: sentence } = await refusal(world.push({ maxFailures: 2 }));
  assert.is(status, 502);
  assert.match(sentence, "503: no");
  await world.close();
});

whenAll(push)("a host that never answered is given up after three tries", async () => {
  const world = await createWorld();
  await world.mine.capture({ event: "x", distinct_id: "u" });
  let asked = 0;
  const fetch = async () => {
    asked += 1;
    throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:1") });
  };
  const { status, detail: sentence } = await refusal(world.push({ fetch }));
  assert.equal([status, asked, world.slept.length], [502, 3, 2]);
  assert.match(sentence, "does not take the events: no answer: connect ECONNREFUSED 127.0.0.1:1");
  await world.close();
});

push("a wrong token ends it at once", async () => {
  const world = await createWorld();
  await world.mine.capture({ event: "x", distinct_id: "u" });
  const { status, detail: sentence } = await refusal(world.push({ projectToken: "phc_wrong" }));
  assert.is(status, 502);
  assert.match(sentence, "401");
  assert.equal(world.slept, []);
  await world.close();
});

push("restart sends everything again, which the upstream knows by its uuids", async () => {
  const world = await createWorld();
  await world.mine.capture(story(7, 50));
  await world.push();
  const requests = world.upstream.requests.length;
  assert.is((await world.push({ restart: true })).delivered, 50);
  assert.is(world.upstream.requests.length, requests + 1);
  await assertSame(world.mine, world.theirs);
  await world.close();
});

push("consent counts: off refuses, and what an outbox withholds stays", async () => {
  const world = await createWorld();
  const outbox = await forwardTo(world.mine, { host: world.upstream.url, projectToken: "phc_theirs" });
  await world.mine.capture({ event: "before", distinct_id: "u" });
  await outbox.consent(false);
  await world.mine.capture({ event: "meanwhile", distinct_id: "u" });
  assert.is((await refusal(world.push())).status, 409);
  await outbox.consent(true);
  await world.mine.capture({ event: "after", distinct_id: "u" });
  const status = await world.push();
  assert.equal([status.delivered, status.withheld], [2, 1]);
  const { results } = await world.theirs.events.after();
  assert.equal(
    results.map(({ event }) => event),
    ["before", "after"],
  );
  assert.is((await listOutboxes(world.mine)).length, 2);
  await outbox.close();
  await world.close();
});

push.after(closeUpstreams);
push.run();
