import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { FOLLOW_KEY, samePages } from "../support/followed.ts";
import { openPair, until } from "../support/machines.ts";
import { refusal } from "../support/refusal.ts";
import { seeds } from "../support/rounds.ts";
import { openKeptCopy } from "./kept-copy.ts";

// A follower with an engine ships to a copy of its own: its answers are compared with those of the first's columns.

const IDS = Array.from({ length: 8 }, (_, index) => `id${index}`);

async function openShipping() {
  const copy = openKeptCopy();
  const pair = await openPair((_, name) => (name === "two" ? { engine: copy.engine } : {}));
  const toFirst = { file: pair.files.two, follow: pair.toFirst, engine: copy.engine };
  return {
    ...pair,
    copy,
    startSecond: () => pair.two.start(toFirst),
    async close() {
      await pair.close();
      copy.close();
    },
  };
}

/** Answers that need all rows: events, who has which distinct id, and properties of persons. */
async function answersOf(hoglet: Hoglet) {
  const events = [{ id: "paid" }, { id: "paid", math: "dau" as const }];
  const asked = { date_from: "all", refresh: true } as const;
  const trend = await hoglet.insights.trend({ events, ...asked });
  const byPlan = await hoglet.insights.trend({ events, ...asked, breakdown: "plan", breakdown_type: "person" });
  const funnel = await hoglet.insights.funnel({ events: [{ id: "viewed" }, { id: "paid" }], ...asked });
  return [
    trend.result.map(({ count }) => count),
    byPlan.result.map(({ label, count }) => [label, count]),
    funnel.result.map(({ count }) => count),
  ];
}

/** Compares with columns over the same file. */
async function compare(first: Hoglet, follower: Hoglet): Promise<void> {
  await samePages(first, follower);
  assert.equal(await answersOf(follower), await answersOf(first));
}

async function happen(first: Hoglet, random: Random): Promise<void> {
  const [id, other] = [random.pick(IDS), random.pick(IDS)];
  const plan = random.pick(["free", "team", 3]);
  switch (random.integer(0, 7)) {
    case 0:
      return first.capture({ event: "$identify", distinct_id: id, properties: { $anon_distinct_id: other } });
    case 1:
      return first.capture({ event: "$merge_dangerously", distinct_id: id, properties: { alias: other } });
    case 2:
      return first.capture({ event: "seen", distinct_id: id, properties: { $set: { plan } } });
    case 3: {
      const { results } = await first.persons.list({ distinct_id: id });
      if (results[0] !== undefined) await first.persons.delete(results[0].uuid, { delete_events: random.chance(0.7) });
      return;
    }
    case 4:
      return void (await first.deletions.runNow());
    default:
      return first.capture(
        Array.from({ length: random.integer(1, 12) }, () => ({
          event: random.pick(["paid", "viewed"]),
          distinct_id: random.pick(IDS),
        })),
      );
  }
}

const stories = suite("a follower that ships");

for (const seed of seeds(2, 8)) {
  stories(
    `answers as the first, whichever of the two starts again, and as the first then (story ${seed})`,
    async () => {
      const random = createRandom(seed);
      const shipping = await openShipping();
      const { one, two, files } = shipping;
      let { first, follower } = shipping;
      for (let step = 0; step < 40; step++) {
        await happen(first, random);
        // Asked while commits are on their way: an older moment is stored then.
        if (random.chance(0.3)) await answersOf(follower);
        if (random.chance(0.15)) await compare(first, follower);
        if (random.chance(0.07)) {
          await one.stop();
          first = await one.start({ file: files.one });
        }
        if (random.chance(0.07)) {
          await two.stop();
          follower = await shipping.startSecond();
        }
      }
      await compare(first, follower);
      await happen(first, random);
      assert.is((await follower.replication.promote()).epoch, 2);
      for (let step = 0; step < 6; step++) {
        await happen(follower, random);
        const columns = await createHoglet({ contents: await follower.serialize() });
        assert.equal(await answersOf(follower), await answersOf(columns));
        await columns.close();
      }
      await shipping.close();
    },
  );
}

stories("takes over by force right after a question, and its copy is that of its file", async () => {
  const { first, follower, one, copy, close } = await openShipping();
  for (let round = 0; round < 5; round++) {
    await first.capture(Array.from({ length: 20 }, () => ({ event: "paid", distinct_id: "a" })));
    await answersOf(follower);
  }
  await compare(first, follower);
  one.cut();
  await follower.replication.promote({ force: true });
  await follower.capture({ event: "paid", distinct_id: "b" });
  const [counts] = await answersOf(follower);
  assert.equal(counts, [101, 2]);
  assert.is(copy.state.shipped, 102);
  await close();
});

stories("answers without the first what is stored, and refuses with a sentence what is not", async () => {
  const shipping = await openShipping();
  const { first, one, two } = shipping;
  let { follower } = shipping;
  await first.capture({ event: "paid", distinct_id: "a" });
  await compare(first, follower);
  const before = await answersOf(follower);
  one.cut();
  assert.equal(await answersOf(follower), before);
  one.mend(first);
  await first.capture({ event: "paid", distinct_id: "b" });
  await samePages(first, follower);
  one.cut();
  const refused = await refusal(answersOf(follower));
  assert.equal([refused.status, refused.code], [503, "first_unreachable"]);
  assert.match(refused.detail, one.url);
  // A new process has no claim.
  await two.stop();
  follower = await shipping.startSecond();
  assert.is((await refusal(answersOf(follower))).code, "first_unreachable");
  one.mend(first);
  await compare(first, follower);
  assert.is(shipping.copy.state.shipped, 3);
  await shipping.close();
});

stories(
  "stores nothing while another process has the claim, and goes on when that is silent for a minute",
  async () => {
    const { first, follower, files, copy, close } = await openShipping();
    await compare(first, follower);
    const file = new Database(files.one);
    const name = file.prepare("SELECT name FROM leases").pluck().get();
    assert.is(name, "follower kept");
    file.prepare("UPDATE leases SET holder = 'another', host = 'another machine'").run();
    await first.capture({ event: "paid", distinct_id: "a" });
    await samePages(first, follower);
    const { shipped } = copy.state;
    assert.is((await refusal(answersOf(follower))).code, "engine_elsewhere");
    assert.is(copy.state.shipped, shipped);
    file.prepare("UPDATE leases SET renewed_at = renewed_at - 61000").run();
    file.close();
    await compare(first, follower);
    assert.is(copy.state.shipped, shipped + 1);
    await close();
  },
);

stories("the first's receipt of a deletion waits until the copy is erased", async () => {
  const { first, follower, copy, close } = await openShipping();
  await first.capture([1, 2, 3].map((n) => ({ event: "paid", distinct_id: n === 3 ? "b" : "a", properties: { n } })));
  await compare(first, follower);
  const gate = Promise.withResolvers<void>();
  copy.state.mayErase = gate.promise;
  const { results } = await first.persons.list({ distinct_id: "a" });
  await first.persons.delete(results[0]?.uuid ?? "", { delete_events: true });
  await first.deletions.runNow();
  const receipt = async () => (await first.deletions.list()).results[0]?.receipt?.copies?.[0];
  await compare(first, follower);
  await follower.runDue();
  assert.equal(await receipt(), { name: "kept", erased_at: null, erased: null, kept: null });
  gate.resolve();
  const done = await until(async () => {
    const found = await receipt();
    return found?.erased_at == null ? null : found;
  });
  assert.equal(done.kept, { database: 1, copy: 1 });
  assert.is(copy.state.erased, 1);
  await close();
});

stories("makes its copy again", async () => {
  const { first, follower, copy, close } = await openShipping();
  await first.capture({ event: "paid", distinct_id: "a" });
  await compare(first, follower);
  await follower.rebuild();
  assert.is(copy.state.shipped, 4);
  await first.capture({ event: "$identify", distinct_id: "b", properties: { $anon_distinct_id: "a" } });
  await compare(first, follower);
  await close();
});

stories("asks with a key of the first that may do everything", async () => {
  const { first, one, close } = await openShipping();
  const { value } = await first.keys.create({ label: "reader", scopes: ["query:read"] });
  for (const [key, status] of [
    [value, 403],
    [FOLLOW_KEY, 200],
  ] as const) {
    const reply = await fetch(`${one.url}/api/replication/feed`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ verb: "unfollow", name: "nobody" }),
    });
    assert.is(reply.status, status);
  }
  await close();
});

stories.run();
