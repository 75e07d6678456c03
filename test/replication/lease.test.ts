import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { FOLLOW_KEY, samePages } from "../support/followed.ts";
import { codeOfCapture, namesOf, openMachine, openPair, until, writesAs } from "../support/machines.ts";
import { moveClock } from "../support/move-clock.ts";
import { refusal } from "../support/refusal.ts";
import { whenAll } from "../support/rounds.ts";
import { hasS3Server, serveS3 } from "../support/s3-server.ts";
import { tempFolder } from "../support/temp-folder.ts";

const leasing = suite("a lease");

const HOUR_MS = 3_600_000;

/** Each machine has its own way to the folder, which can be cut. */
function leaseOf(folder: string, name: "one" | "two") {
  const shared = join(folder, "shared");
  mkdirSync(shared, { recursive: true });
  symlinkSync(shared, join(folder, `lease-of-${name}`));
  return { lease: join(folder, `lease-of-${name}`) };
}

/** The way leads to an empty folder, as when a network disk is not mounted. */
function cutLease({ lease }: { lease: string }) {
  rmSync(lease);
  mkdirSync(lease);
}

leasing("a follower takes over by itself when its first has gone, and only one claims an epoch", async () => {
  const { first, follower, one, files, folder, toSecond, close } = await openPair(leaseOf);
  await samePages(first, follower);
  await one.stop();
  await writesAs(follower);
  assert.equal(await namesOf(follower), ["after", "before"]);
  const [database = ""] = readdirSync(folder.file("shared"));
  assert.equal(readdirSync(folder.file(`shared/${database}`)).toSorted(), [
    "beat-1.json",
    "beat-2.json",
    "epoch-1.json",
    "epoch-2.json",
  ]);

  // The former first, started as if nothing had happened, though the second's address is away.
  const lease = folder.file("lease-of-one");
  const refused = await refusal(createHoglet({ file: files.one, lease }));
  assert.match(refused.detail, /cannot have the lease .* Another hoglet, .* has taken over/);
  const returned = await one.start({ file: files.one, follow: toSecond, lease });
  await samePages(follower, returned);
  await close();
});

whenAll(leasing)(
  "a clock that jumps ahead ends the right to write until the next beat, and nobody takes over",
  async () => {
    const { first, follower, folder, close } = await openPair(leaseOf);
    await samePages(first, follower);
    using _ = moveClock(HOUR_MS);
    assert.is(await codeOfCapture(first, "late"), "lease_not_renewed");
    await writesAs(first);
    const [database = ""] = readdirSync(folder.file("shared"));
    const countOf = () => {
      const beat = readFileSync(folder.file(`shared/${database}/beat-1.json`), "utf8");
      return beat === "" ? 0 : (JSON.parse(beat) as { count: number }).count;
    };
    const seen = countOf();
    // Beats for longer than a lease lives.
    await until(async () => (countOf() > seen + 4 ? true : null));
    assert.is(await codeOfCapture(follower, "early"), "following");
    await close();
  },
);

for (const movedMs of [0, -HOUR_MS]) {
  (movedMs === 0 ? leasing : whenAll(leasing))(
    `a first that cannot renew its lease writes no longer before its follower does, and learns of it later (clock ${movedMs} ms)`,
    async () => {
      const pair = await openPair(leaseOf);
      const { first, follower, one, folder, close } = pair;
      await samePages(first, follower);
      const lease = folder.file("lease-of-one");
      const written = { byFirstMs: 0, bySecondMs: 0 };
      one.cut();
      cutLease({ lease });
      using _ = moveClock(movedMs);
      const refused = await until(async () => {
        const code = await codeOfCapture(first, "alone");
        if (code === null) written.byFirstMs = performance.now();
        return code;
      });
      assert.is(refused, "lease_not_renewed");
      assert.is((await refusal(follower.capture({ event: "early", distinct_id: "a" }))).code, "following");
      await writesAs(follower);
      written.bySecondMs = performance.now();
      assert.is(await codeOfCapture(first, "late"), "lease_not_renewed");
      assert.ok(written.byFirstMs > 0 && written.byFirstMs < written.bySecondMs);

      rmSync(lease, { recursive: true });
      symlinkSync(folder.file("shared"), lease);
      await until(async () => ((await codeOfCapture(first, "late")) === "superseded" ? true : null));
      // Nothing of what it stored alone is acknowledged by the second.
      assert.equal(await namesOf(follower), ["after", "before"]);
      await first.close();
      await close();
    },
  );
}

leasing(
  "by force a follower takes over once the first writes no longer, which has the lease and no cable",
  async () => {
    const { first, follower, one, close } = await openPair(leaseOf);
    await samePages(first, follower);
    one.cut();
    const written = { byFirstMs: 0 };
    const writing = until(async () => {
      const code = await codeOfCapture(first, "alone");
      if (code === null) written.byFirstMs = performance.now();
      return code;
    });
    assert.is((await follower.replication.promote({ force: true })).epoch, 2);
    const takenMs = performance.now();
    assert.is(await writing, "superseded");
    assert.ok(written.byFirstMs > 0 && written.byFirstMs < takenMs);
    await first.close();
    await close();
  },
);

leasing("a first that is back in time goes on, and needs no answer of its follower", async () => {
  const { first, follower, one, two, files, folder, toSecond, close } = await openPair(leaseOf);
  await samePages(first, follower);
  await two.stop();
  await one.stop();
  // Without a lease this start ends with a sentence: nobody tells who the first is.
  const again = await one.start({ file: files.one, follow: toSecond, lease: folder.file("lease-of-one") });
  assert.is(await codeOfCapture(again, "back"), null);
  await close();
});

leasing(
  "a follower that has not followed lately does not take over by itself, and does when it is told to",
  async () => {
    const { first, follower, one, two, files, folder, toFirst, close } = await openPair(leaseOf);
    await samePages(first, follower);
    await two.stop();
    await first.capture({ event: "unseen", distinct_id: "a" });
    await one.stop();
    const told: string[] = [];
    const logger = {
      info() {},
      warn() {},
      error: (_: string, fields?: object) => void told.push(JSON.stringify(fields)),
    };
    const alone = await two.start({ file: files.two, follow: toFirst, lease: folder.file("lease-of-two"), logger });
    await until(async () => (told.some((line) => line.includes("has not followed lately")) ? true : null));
    assert.is(await codeOfCapture(alone, "early"), "following");
    assert.is((await alone.replication.promote({ force: true })).is_complete, false);
    assert.is(await codeOfCapture(alone, "after"), null);
    await close();
  },
);

leasing("of two followers the one with more events takes over", async () => {
  const { first, follower, one, folder, close } = await openPair(leaseOf);
  const [door, three] = [await openMachine(), await openMachine()];
  door.mend(first);
  symlinkSync(folder.file("shared"), folder.file("lease-of-three"));
  const state = { isTried: false };
  const behind = await three.start({
    file: folder.file("three.db"),
    follow: { url: door.url, key: FOLLOW_KEY, ownUrl: three.url },
    lease: folder.file("lease-of-three"),
    logger: {
      info() {},
      warn() {},
      error: (_, fields) => void (state.isTried ||= JSON.stringify(fields).includes("has more")),
    },
  });
  await samePages(first, follower);
  await samePages(first, behind);
  door.cut();
  await first.capture({ event: "unseen by one", distinct_id: "a" });
  await samePages(first, follower);
  // Held back: the follower with more events claims after the other has tried.
  const { link } = fsPromises;
  fsPromises.link = async (from, to) => {
    if (String(to).includes("lease-of-two")) await until(async () => state.isTried || null);
    await link(from, to);
    state.isTried ||= String(to).includes("lease-of-three");
  };
  syncBuiltinESMExports();
  await one.stop();
  await writesAs(follower);
  fsPromises.link = link;
  syncBuiltinESMExports();
  assert.equal(await namesOf(follower), ["after", "before", "unseen by one"]);
  assert.is(await codeOfCapture(behind, "early"), "following");
  await three.end();
  await door.end();
  await close();
});

leasing("a planned take-over claims the epoch too, and the other side takes over the next time", async () => {
  const { first, follower, one, two, files, folder, toFirst, toSecond, close } = await openPair(leaseOf);
  await samePages(first, follower);
  assert.equal(await follower.replication.promote(), { epoch: 2, is_complete: true, lag_seconds: 0 });
  assert.is(await codeOfCapture(follower, "after"), null);
  assert.is(await codeOfCapture(first, "late"), "superseded");
  await one.stop();
  const returned = await one.start({ file: files.one, follow: toSecond, lease: folder.file("lease-of-one") });
  await samePages(follower, returned);
  await two.stop();
  await writesAs(returned);
  const again = await two.start({ file: files.two, follow: toFirst, lease: folder.file("lease-of-two") });
  await samePages(returned, again);
  assert.equal(await namesOf(again), ["after", "after", "before"]);
  await close();
});

leasing("that the first has never had is told, and nobody takes over", async () => {
  const told: string[] = [];
  const logger = { info() {}, error() {}, warn: (message: string) => void told.push(message) };
  const { close } = await openPair((folder, name) => (name === "two" ? { ...leaseOf(folder, name), logger } : {}));
  await until(async () => (told.some((line) => line.includes("has never had the lease")) ? true : null));
  await close();
});

leasing("on a disk that is not mounted lets no first start, and another place is a new lease", async () => {
  const { first, follower, one, two, files, folder, close } = await openPair(leaseOf);
  await samePages(first, follower);
  await two.stop();
  await one.stop();
  const lease = folder.file("lease-of-one");
  cutLease({ lease });
  assert.match((await refusal(createHoglet({ file: files.one, lease }))).detail, "is the disk mounted?");
  copyFileSync(files.one, folder.file("copy.db"));
  const elsewhere = await one.start({ file: files.one, lease: folder.file("new") });
  assert.is(await codeOfCapture(elsewhere, "stored"), null);
  await one.stop();
  // A copy of the database has its identity, and another claim.
  const refused = await refusal(createHoglet({ file: folder.file("copy.db"), lease: folder.file("new") }));
  assert.match(refused.detail, "Another copy of this database has it");
  await close();
});

leasing("is refused at the start where the disk has no hard links, to a first and to a follower", async () => {
  const folder = tempFolder();
  const pair = await openPair(leaseOf);
  await pair.two.stop();
  const { link } = fsPromises;
  fsPromises.link = () =>
    Promise.reject(Object.assign(new Error("EPERM: operation not permitted"), { code: "EPERM", syscall: "link" }));
  syncBuiltinESMExports();
  const lease = folder.file("lease");
  const words = /makes no hard links \(EPERM\).*: name a folder on another disk, or a bucket/;
  assert.match((await refusal(createHoglet({ file: folder.file("a.db"), lease }))).detail, words);
  const follower = createHoglet({
    file: pair.files.two,
    follow: pair.toFirst,
    lease: pair.folder.file("lease-of-two"),
  });
  assert.match((await refusal(follower)).detail, words);
  const copied = await createHoglet({ file: folder.file("b.db"), copies: { to: folder.file("copies") } });
  await copied.copies.now();
  await copied.close();
  fsPromises.link = link;
  syncBuiltinESMExports();
  assert.equal(readdirSync(lease), []);
  await pair.close();
  folder.remove();
});

leasing("in a folder whose server never answers is refused at the start", async () => {
  const folder = tempFolder();
  const { link } = fsPromises;
  const hung = new AbortController();
  fsPromises.link = () => sleep(600_000, undefined, hung);
  syncBuiltinESMExports();
  const lease = folder.file("lease");
  const refused = await refusal(createHoglet({ file: folder.file("a.db"), lease }));
  assert.match(refused.detail, /cannot have the lease .* does not answer: can its server be reached\?/);
  hung.abort();
  fsPromises.link = link;
  syncBuiltinESMExports();
  folder.remove();
});

leasing("needs a file, and of a follower its own address", async () => {
  assert.is((await refusal(createHoglet({ lease: "x" }))).attr, "lease");
  const follow = { url: "http://127.0.0.1:9", key: "phx_test_key" };
  assert.match((await refusal(createHoglet({ file: "x.db", lease: "x", follow }))).detail, "add ownUrl");
  const { folder, close } = await openPair(leaseOf);
  const file = folder.file("three.db");
  writeFileSync(folder.file("taken"), "");
  assert.match((await refusal(createHoglet({ file, lease: folder.file("taken") }))).detail, "cannot have the lease");
  assert.match((await refusal(createHoglet({ file, lease: "ftp://x/y" }))).detail, "Expected a folder");
  await close();
});

whenAll(leasing)("of a first that goes on beating is not taken", async () => {
  const { first, follower, one, folder, close } = await openPair(leaseOf);
  await samePages(first, follower);
  // The cable is torn, and both reach the lease.
  one.cut();
  const [database = ""] = readdirSync(folder.file("shared"));
  const beat = () => readFileSync(folder.file(`shared/${database}/beat-1.json`), "utf8");
  const seen = new Set<string>();
  await until(async () => (seen.add(beat()).size > 8 ? true : null));
  assert.is(await codeOfCapture(first, "goes on"), null);
  assert.is(await codeOfCapture(follower, "early"), "following");
  await first.close();
  await close();
});

if (hasS3Server())
  whenAll(leasing)("in a bucket (s3rver) is taken when the first has gone", async () => {
    const folder = tempFolder();
    const server = await serveS3(folder.path);
    const { first, follower, one, files, close } = await openPair(() => ({ lease: "s3://shop/lease" }));
    await samePages(first, follower);
    assert.is(await codeOfCapture(first, "stored"), null);
    await samePages(first, follower);
    await one.stop();
    await writesAs(follower);
    assert.equal(await namesOf(follower), ["after", "before", "stored"]);
    const refused = await refusal(createHoglet({ file: files.one, lease: "s3://shop/lease" }));
    assert.match(refused.detail, "has taken over");
    await close();
    await server.close();
    folder.remove();
  });

leasing.run();
