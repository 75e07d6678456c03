import { suite } from "uvu";
import * as assert from "uvu/assert";
import { holdLease, openLeasePlace, watchLease } from "../../lib/replication/index.ts";
import { until } from "../support/machines.ts";
import { moveClock } from "../support/move-clock.ts";
import { refusal } from "../support/refusal.ts";
import { tempFolder } from "../support/temp-folder.ts";

const place = suite("the place of a lease");

const HOUR_MS = 3_600_000;

place("has one claim of an epoch, also when several want it at the same time", async () => {
  const folder = tempFolder();
  for (let epoch = 1; epoch <= 20; epoch++) {
    const claims = Array.from({ length: 6 }, async (_, n) => {
      const lease = (await openLeasePlace(folder.file("lease")))("d");
      return lease.claim(epoch, { id: `follower ${n}`, url: null });
    });
    assert.equal(
      (await Promise.all(claims)).filter((claimed) => claimed !== null),
      ["now"],
    );
  }
  folder.remove();
});

place("is one of two copies of a follower's file, whose claim has the same name", async () => {
  const folder = tempFolder();
  const to = folder.file("lease");
  const log = { info() {}, warn() {}, error() {} };
  const next = { database: "d", epoch: 2, id: "of both files" };
  const watchOf = () =>
    watchLease(
      { to, ownUrl: null, log },
      () => null,
      () => Promise.resolve(),
    );
  const [one, other] = [await watchOf(), await watchOf()];
  await one.claim(next, null);
  // Both were started again.
  const claims = await Promise.allSettled([one.claim(next, null), other.claim(next, null)]);
  assert.is(claims.filter(({ status }) => status === "fulfilled").length, 1);
  const held = await holdLease(to, next, log);
  assert.match(String(await refusal(other.claim(next, null))), /Another hoglet has the lease/);
  held.close();
  await other.claim(next, null);
  one.close();
  other.close();
  folder.remove();
});

place("waits for its next beat after work that left no time for one", async () => {
  const folder = tempFolder();
  const log = { info() {}, warn() {}, error() {} };
  const lease = (await openLeasePlace(folder.file("lease")))("d");
  await lease.claim(1, { id: "first", url: null });
  const held = await holdLease(folder.file("lease"), { database: "d", epoch: 1, id: "first" }, log);
  using _ = moveClock(HOUR_MS);
  assert.is(held.refusal()?.code, "lease_not_renewed");
  await held.settled();
  assert.is(held.refusal(), null);
  held.close();
  folder.remove();
});

place("that runs out again after new beats has another last beat", async () => {
  const folder = tempFolder();
  const to = folder.file("lease");
  const log = { info() {}, warn() {}, error() {} };
  const named = { database: "d", epoch: 1 };
  const lease = (await openLeasePlace(to))("d");
  await lease.claim(1, { id: "first", url: null });
  const ended: string[] = [];
  const watch = await watchLease(
    { to, ownUrl: null, log },
    () => named,
    async (lastBeat) => {
      ended.push(lastBeat);
      throw new Error("It cannot take over.");
    },
  );
  for (const lives of [1, 2]) {
    const held = await holdLease(to, { ...named, id: "first" }, log);
    const before = ended.length;
    held.close();
    await until(async () => (ended.length > before ? true : null));
    assert.is(new Set(ended).size, lives);
  }
  watch.close();
  folder.remove();
});

place.run();
