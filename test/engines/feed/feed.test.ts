import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import { createFeed } from "../../../lib/engines/feed/index.ts";
import type { Feed, FeedBatch, FeedEntry, Mark } from "../../../lib/port/feed.ts";
import { deleteEvents } from "../../../lib/log/index.ts";
import { writeNow } from "../../../lib/storage/index.ts";
import { compactAll } from "../../support/compact.ts";
import { rounds } from "../../support/rounds.ts";
import { openWorld } from "../../support/world.ts";
import type { World } from "../../support/world.ts";
import { createFollower, readTruth, toPlain } from "./follower.ts";
import { happen } from "./story.ts";

const STORIES = rounds(4, 12);
const STEPS = 60;

const stories = suite("a follower of the feed");

for (let seed = 1; seed <= STORIES; seed++) {
  stories(`has the database's state after story ${seed}, however often it is killed`, async () => {
    const world = openWorld();
    const random = createRandom(seed);
    const feed = createFeed(world.ctx.db);
    const early = createFollower(feed, "early", createRandom(seed, 1));
    const late = createFollower(feed, "late", createRandom(seed, 2));
    for (let step = 0; step < STEPS; step++) {
      await happen(world, random);
      if (random.chance(0.3)) await early.catchUp();
      // It starts when much is there already.
      if (step > STEPS / 2 && random.chance(0.3)) await late.catchUp();
    }
    const truth = toPlain(readTruth(world.ctx.db));
    for (const follower of [early, late]) {
      await follower.catchUp();
      assert.equal(toPlain(follower.state()), truth);
    }
    assert.ok(truth["events"]?.length, "the story has events");
    world.close();
  });
}

stories.run();

async function open(): Promise<{ world: World; feed: Feed }> {
  const world = openWorld();
  return { world, feed: createFeed(world.ctx.db) };
}

/** Reads all that is left in batches of `limit`. */
async function readAll(feed: Feed, after: Mark, limit?: number): Promise<{ entries: FeedEntry[]; mark: Mark }> {
  const entries: FeedEntry[] = [];
  let batch: FeedBatch | undefined;
  do {
    batch = await feed.read(batch?.mark ?? after, limit === undefined ? {} : { limit });
    entries.push(...batch.entries);
  } while (!batch.isCurrent);
  return { entries, mark: batch.mark };
}

const kinds = (entries: readonly FeedEntry[]) => entries.map(({ kind }) => kind);
const triggers = ({ ctx }: World) =>
  ctx.db.sql("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'feed_%'").pluck().get();
const noted = ({ ctx }: World) => ctx.db.sql("SELECT count(*) FROM changes").pluck().get();

const order = suite("createFeed");

order("puts a change after the events that were there, and before the later ones", async () => {
  const { world, feed } = await open();
  const { mark } = await readAll(feed, await feed.follow("f"));
  await world.capture({ event: "first", distinct_id: "a" });
  await world.capture({ event: "second", distinct_id: "a" });
  await world.capture({ event: "third", distinct_id: "b" });
  const { entries } = await readAll(feed, mark);
  // Capture notes a new distinct id before the event's row, and makes the person after it.
  const names = entries.map((entry) => (entry.kind === "event" ? entry.event : entry.kind));
  assert.equal(names, ["first", "person", "distinct-id", "second", "third", "person", "distinct-id"]);
  world.close();
});

order("takes no event that moves into a chunk for a deleted one", async () => {
  const { world, feed } = await open();
  const { db } = world.ctx;
  const start = await feed.follow("f");
  await world.capture([1, 2, 3].map((n) => ({ event: `e${n}`, distinct_id: "a" })));
  const { mark, entries } = await readAll(feed, start);
  compactAll(db, { untilSeq: 2 });
  assert.equal((await readAll(feed, mark)).entries, []);
  // From the beginning, out of chunks and rows.
  const again = await readAll(feed, start);
  assert.equal(again.entries, entries);
  writeNow(db, () => deleteEvents(db, [2, 3]));
  assert.equal(
    (await readAll(feed, mark)).entries.map((entry) => entry.kind === "gone-event" && entry.seq),
    [2, 3],
  );
  world.close();
});

order("gives the same entries in batches of any size", async () => {
  const { world, feed } = await open();
  const start = await feed.follow("f");
  await world.capture([1, 2, 3, 4].map((n) => ({ event: `e${n}`, distinct_id: `d${n % 2}` })));
  const whole = await readAll(feed, start);
  for (const limit of [1, 2, 3, 100]) assert.equal(await readAll(feed, start, limit), whole, `${limit}`);
  world.close();
});

order("ends a batch at its bytes, and reads one entry whatever its size", async () => {
  const { world, feed } = await open();
  const { mark } = await readAll(feed, await feed.follow("f"));
  const properties = { text: "x".repeat(1000) };
  await world.capture([1, 2, 3].map(() => ({ event: "large", distinct_id: "a", properties })));
  const batch = await feed.read(mark, { limitBytes: 1 });
  assert.equal([kinds(batch.entries), batch.isCurrent], [["event"], false]);
  world.close();
});

order("reads a batch again by the mark of its end, whatever came since", async () => {
  const { world, feed } = await open();
  const start = await feed.follow("f");
  await world.capture({ event: "first", distinct_id: "a" });
  let after = start;
  for (let batch: FeedBatch | undefined; batch?.isCurrent !== true; after = batch.mark) {
    batch = await feed.read(after, { limit: 1 });
    const again = await feed.read(after, { limit: 100, until: batch.mark });
    assert.equal([again.entries, again.mark], [batch.entries, batch.mark]);
  }
  const first = await readAll(feed, after);
  assert.equal(first.entries, []);
  await world.capture({ event: "second", distinct_id: "b" });
  assert.equal((await feed.read(after, { until: after })).entries, []);
  world.close();
});

order("keeps nothing and has no triggers while nobody follows", async () => {
  const { world, feed } = await open();
  await world.capture({ event: "x", distinct_id: "a" });
  assert.equal([triggers(world), noted(world)], [0, 0]);
  await feed.follow("f");
  await feed.follow("g");
  await world.capture({ event: "x", distinct_id: "b" });
  assert.ok(Number(triggers(world)) > 0 && Number(noted(world)) > 0);
  await feed.unfollow("f");
  assert.ok(Number(triggers(world)) > 0, "another follower is left");
  await feed.unfollow("g");
  await feed.unfollow("g");
  assert.equal([triggers(world), noted(world)], [0, 0]);
  world.close();
});

order("keeps a change until every follower confirmed it, once for each key", async () => {
  const { world, feed } = await open();
  const start = await feed.follow("f");
  await feed.follow("g");
  for (let n = 0; n < 5; n++) await world.capture({ event: "x", distinct_id: "a", $set: { n } });
  // The distinct id and the person.
  assert.is(noted(world), 2);
  const { mark } = await readAll(feed, start);
  await feed.confirm("f", mark);
  assert.is(noted(world), 2);
  assert.equal(await feed.follow("f"), mark);
  await feed.confirm("g", mark);
  assert.is(noted(world), 0);
  world.close();
});

order("keeps no text of a person that is erased", async () => {
  const { world, feed } = await open();
  await feed.follow("f");
  await world.capture({ event: "x", distinct_id: "secret-id", $set: { name: "secret-name" } });
  const rows = JSON.stringify(world.ctx.db.sql("SELECT * FROM changes").all());
  assert.not.match(rows, /secret/);
  world.close();
});

order("says how far everything acknowledged reaches", async () => {
  const { world, feed } = await open();
  const start = await feed.follow("f");
  await world.capture({ event: "x", distinct_id: "a" });
  const newest = await feed.newest();
  const { mark } = await readAll(feed, start);
  assert.equal(mark, newest);
  world.close();
});

order.run();

const claims = suite("claims and progress of the feed");

claims("one follows under a name, and loses it when another takes over", async () => {
  const { world, feed } = await open();
  const mine = await feed.claim("one");
  assert.ok(mine);
  const other = createFeed(world.ctx.db);
  assert.is(await other.claim("one"), null);
  assert.ok(await other.claim("two"));
  await mine?.renew();
  // As if it had stood still for more than a minute.
  world.ctx.db.sql("UPDATE leases SET renewed_at = 0 WHERE name = 'follower one'").run();
  assert.ok(await other.claim("one"));
  const mark = await feed.follow("one");
  for (const late of [() => mine?.renew(), () => feed.confirm("one", mark)]) {
    try {
      await late();
      assert.unreachable();
    } catch (error) {
      assert.is((error as { code?: string }).code, "lease_lost");
    }
  }
  await other.confirm("one", mark);
  world.close();
});

claims("progress grows from 0 to 1 with what was read", async () => {
  const { world, feed } = await open();
  const random = createRandom(3);
  for (let step = 0; step < STEPS; step++) await happen(world, random);
  let mark = await feed.follow("one");
  const seen = [await feed.progress(mark)];
  for (let isCurrent = false; !isCurrent;) {
    ({ mark, isCurrent } = await feed.read(mark, { limit: 5 }));
    seen.push(await feed.progress(mark));
  }
  assert.equal([seen[0], seen.at(-1)], [0, 1]);
  assert.equal(
    seen.toSorted((a, b) => a - b),
    seen,
  );
  assert.ok(
    seen.some((part) => part > 0.2 && part < 0.8),
    String(seen),
  );
  world.close();
});

claims.run();
