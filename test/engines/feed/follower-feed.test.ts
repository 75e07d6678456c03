import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  changeFeed,
  countChange,
  createChangeFirst,
  createFeed,
  createFollowerFeed,
} from "../../../lib/engines/feed/index.ts";
import { openContext } from "../../../lib/handle/open-context.ts";
import { parseOptions } from "../../../lib/handle/options.ts";
import type { FeedVerb } from "../../../lib/engines/feed/serve-feed.ts";
import { refusal } from "../../support/refusal.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { openWorld } from "../../support/world.ts";
import type { World } from "../../support/world.ts";

const following = suite("createFollowerFeed");

/** The feed of a hoglet that has the first's file at any time. @param told sees each verb */
function feedOver({ ctx: { db } }: World, told: (verb: string) => void = () => {}) {
  const tell = async (change: object) => {
    const { verb, ...given } = change as { verb: FeedVerb; name: string };
    told(verb);
    const found = await changeFeed(db, verb, { holder: null, ...given });
    const mark = typeof found === "object" ? found : null;
    return { is_done: found !== false, mark, count: mark === null ? null : await countChange(db) };
  };
  return createFollowerFeed(db, createChangeFirst(db, tell));
}

following("a change that is awaited is there when its commit is", async () => {
  const world = openWorld();
  let isThere = false;
  const change = createChangeFirst(world.ctx.db, async () => ({ is_done: true, mark: null, count: 2 }));
  const changed = change("follow", { name: "f" }).then(() => assert.ok(isThere));
  await countChange(world.ctx.db);
  // All that does not wait for the second count has run by then.
  await new Promise((resolve) => setImmediate(resolve));
  isThere = true;
  await countChange(world.ctx.db);
  await changed;
  world.close();
});

following(
  "a claim is one process's, also where the answer was lost, and is free a minute after its last sign",
  async () => {
    const world = openWorld();
    let isLost = true;
    const one = feedOver(world, (verb) => {
      if (verb === "release" && isLost) throw new Error("the first is away");
    });
    const [two, own] = [feedOver(world), createFeed(world.ctx.db)];
    const claim = await one.claim("f");
    assert.ok(claim);
    for (const feed of [one, two, own]) assert.is(await feed.claim("f"), null);
    await claim.renew();
    world.ctx.db.sql("UPDATE leases SET renewed_at = renewed_at - 61000").run();
    assert.ok(await own.claim("f"));
    assert.is((await refusal(claim.renew())).code, "lease_lost");
    assert.is(
      (await refusal(two.confirm("f", { events: 0, changes: 0 }).then(() => claim.renew()))).code,
      "lease_lost",
    );

    // The process itself takes over: it knows that its claim has ended.
    const last = await two.claim("g");
    assert.is(await own.claim("g"), null);
    await last?.release();
    const lost = await one.claim("g");
    assert.ok(lost);
    await lost.release();
    isLost = false;
    assert.ok(await own.claim("g"));
    world.close();
  },
);

following("a holder on another machine is alive for a minute", async () => {
  const { ctx, close } = openWorld();
  const away = { id: "other 1", host: "other" };
  assert.is(await changeFeed(ctx.db, "claim", { name: "f", holder: away }), true);
  // Its answer was lost.
  assert.is(await changeFeed(ctx.db, "claim", { name: "f", holder: away }), true);
  assert.is(await createFeed(ctx.db).claim("f"), null);
  const mark = await changeFeed(ctx.db, "follow", { name: "f", holder: away });
  assert.equal(mark, { events: 0, changes: 0, start: { kind: "person", after: [0, 0] } });
  const stranger = { name: "f", holder: { id: "other 2", host: "other" }, mark: { events: 1, changes: 0 } };
  const error = await refusal(changeFeed(ctx.db, "confirm", stranger));
  assert.is(error.code, "lease_lost");
  assert.equal(await changeFeed(ctx.db, "follow", { name: "f", holder: away }), mark);
  close();
});

following("changes are noted from the opening on where a migration has dropped the triggers", async () => {
  const folder = tempFolder();
  const options = parseOptions({ file: folder.file("first.db") });
  const { ctx } = openContext(options);
  await createFeed(ctx.db).follow("f");
  const count = (db: typeof ctx.db) =>
    db.sql("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'feed_%'").pluck().get();
  const before = count(ctx.db);
  ctx.db.sqlite.exec("DROP TRIGGER feed_persons_insert_new");
  ctx.db.close();
  const again = openContext(options).ctx;
  assert.is(count(again.db), before);
  again.db.close();
  folder.remove();
});

following.run();
