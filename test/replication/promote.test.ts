import { existsSync, readFileSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { readFollowing } from "../../lib/replication/index.ts";
import { FOLLOW_KEY, samePages } from "../support/followed.ts";
import { namesOf, openPair } from "../support/machines.ts";
import { refusal } from "../support/refusal.ts";
import { whenAll } from "../support/rounds.ts";

const promoting = suite("a follower that takes over");

const captureTo = (url: string, token: string, event: string) =>
  fetch(`${url}/capture/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ api_key: token, event, distinct_id: "a" }),
  });

/** The identity of a database. */
function noteIn(path: string): string {
  const file = new Database(path, { readonly: true });
  const note = file.prepare("SELECT value FROM notes WHERE name = 'replication'").pluck().get() as string;
  file.close();
  return note;
}

promoting("the first steps down, its last events are here, and its file follows then", async () => {
  const { first, follower, one, two, files, toSecond, close } = await openPair();
  const state = { isCapturing: true, acknowledged: 1 };
  const capturing = (async () => {
    while (state.isCapturing) {
      try {
        await first.capture({ event: `n${state.acknowledged}`, distinct_id: "a" });
        state.acknowledged += 1;
      } catch (error) {
        assert.is((error as { code: string }).code, "superseded");
        return;
      }
    }
  })();
  await sleep(100);
  assert.equal(await follower.replication.promote(), { epoch: 2, is_complete: true, lag_seconds: 0 });
  state.isCapturing = false;
  await capturing;
  assert.is((await follower.query("SELECT count() FROM events")).results[0]?.[0], state.acknowledged);
  assert.is(readFollowing(files.two), null);
  const token = follower.project.api_token;
  assert.is((await captureTo(two.url, token, "after")).status, 200);
  const refused = await captureTo(one.url, token, "late");
  assert.is(refused.status, 503);
  assert.is((await fetch(`${one.url}/readyz`)).status, 503);
  assert.match(await refused.text(), two.url);

  await one.stop();
  const returned = await one.start({ file: files.one, follow: toSecond });
  await samePages(follower, returned);
  assert.ok((await namesOf(returned)).includes("after"));
  assert.equal(
    readdirSync(files.one.replace("one.db", "")).filter((name) => name.includes("ndjson")),
    [],
  );
  await close();
});

promoting(
  "without the first it takes over by force, and what is missing is written to a file when that comes back",
  async () => {
    const { first, follower, one, files, toSecond, close } = await openPair();
    await samePages(first, follower);
    one.cut();
    await first.capture([
      { event: "lost 1", distinct_id: "a", properties: { n: 1 } },
      { event: "lost 2", distinct_id: "b" },
    ]);
    const refused = await refusal(follower.replication.promote());
    assert.equal([refused.status, refused.code], [503, "first_unreachable"]);
    assert.is((await refusal(follower.capture({ event: "x", distinct_id: "a" }))).code, "following");
    const taken = await follower.replication.promote({ force: true });
    assert.equal([taken.epoch, taken.is_complete], [2, false]);
    assert.ok(taken.lag_seconds !== null && taken.lag_seconds < 60);
    await follower.capture({ event: "after", distinct_id: "a" });

    await first.close();
    const told: string[] = [];
    const logger = { info() {}, error() {}, warn: (message: string) => void told.push(message) };
    const returned = await one.start({ file: files.one, follow: toSecond, logger });
    assert.match(told.join(), "2 events were stored here and not by the new first");
    await samePages(follower, returned);
    assert.equal(await namesOf(returned), ["after", "before"]);
    const saved = `${files.one}.epoch-1.project-1.ndjson`;
    await follower.import(readFileSync(saved, "utf8"));
    assert.equal(await namesOf(follower), ["after", "before", "lost 1", "lost 2"]);
    await close();
  },
);

promoting("the first goes on when its follower cannot take over after all", async () => {
  const { first, follower, two, files, close } = await openPair();
  await samePages(first, follower);
  // Its process cannot write the last commits.
  const held = new Database(files.two);
  held.exec("BEGIN IMMEDIATE");
  const error = await refusal(follower.replication.promote());
  assert.is(error.code, "not_current");
  held.exec("ROLLBACK");
  held.close();
  await first.capture({ event: "goes on", distinct_id: "a" });
  await samePages(first, follower);
  assert.is((await captureTo(two.url, first.project.api_token, "forwarded")).status, 200);
  assert.is((await follower.replication.promote()).epoch, 2);
  assert.equal(await namesOf(follower), ["before", "forwarded", "goes on"]);
  await close();
});

promoting("a former first that starts as if nothing had happened is told who the first is", async () => {
  const { first, follower, one, two, files, close } = await openPair();
  await samePages(first, follower);
  await one.stop();
  await follower.replication.promote({ force: true });
  const error = await refusal(createHoglet({ file: files.one }));
  assert.match(error.detail, `${two.url} has taken over since`);
  await close();
});

promoting("a former first behind a torn cable writes no longer once it reaches the second", async () => {
  const { first, follower, one, close } = await openPair();
  await samePages(first, follower);
  one.cut();
  await follower.replication.promote({ force: true });
  one.mend(first);
  // It asks each 10 s.
  const until = performance.now() + 120_000;
  while (performance.now() < until) {
    const outcome = await first.capture({ event: "late", distinct_id: "a" }).then(
      () => "stored",
      (error: unknown) => (error as { code: string }).code,
    );
    if (outcome === "superseded") break;
    await sleep(100);
  }
  assert.is((await refusal(first.capture({ event: "late", distinct_id: "a" }))).code, "superseded");
  assert.is((await refusal(first.annotations.create({ content: "late", date_marker: null }))).code, "superseded");
  // Nor can anybody follow it.
  const pages = await fetch(`${one.url}/api/replication`, { headers: { authorization: `Bearer ${FOLLOW_KEY}` } });
  assert.is(pages.status, 503);
  await close();
});

promoting("all processes of the first's database write no longer", async () => {
  const { follower, files, close } = await openPair();
  const beside = await createHoglet({ file: files.one, deletionCron: "" });
  await beside.capture({ event: "beside", distinct_id: "b" });
  await follower.replication.promote();
  assert.is((await refusal(beside.capture({ event: "late", distinct_id: "b" }))).code, "superseded");
  assert.equal(await namesOf(follower), ["before", "beside"]);
  await beside.close();
  await close();
});

promoting("a first that has stepped down for a follower which is gone writes again when it is forced to", async () => {
  const { first, follower, one, two, files, close } = await openPair();
  await samePages(first, follower);
  const { database } = JSON.parse(noteIn(files.two)) as { database: string };
  await two.stop();
  const asked = await fetch(`${one.url}/api/replication/step_down`, {
    method: "POST",
    headers: { authorization: `Bearer ${FOLLOW_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ database, id: "gone", epoch: 2, url: two.url }),
  });
  assert.is(asked.status, 200);
  assert.is((await refusal(first.capture({ event: "late", distinct_id: "a" }))).code, "superseded");
  assert.match((await refusal(first.replication.promote())).detail, "With force it writes again");
  assert.equal(await first.replication.promote({ force: true }), { epoch: 1, is_complete: true, lag_seconds: 0 });
  await first.capture({ event: "goes on", distinct_id: "a" });
  assert.equal(await namesOf(first), ["before", "goes on"]);
  await close();
});

whenAll(promoting)("the first goes on after half a minute when its follower was ended while it took over", async () => {
  const { first, follower, one, two, files, close } = await openPair();
  await samePages(first, follower);
  const { database } = JSON.parse(noteIn(files.two)) as { database: string };
  const asked = await fetch(`${one.url}/api/replication/step_down`, {
    method: "POST",
    headers: { authorization: `Bearer ${FOLLOW_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ database, id: "ended", epoch: 2, url: two.url }),
  });
  assert.is(asked.status, 200);
  assert.is((await refusal(first.capture({ event: "late", distinct_id: "a" }))).code, "superseded");
  const until = performance.now() + 120_000;
  while (performance.now() < until && (await fetch(`${one.url}/readyz`)).status !== 200) await sleep(200);
  await first.capture({ event: "goes on", distinct_id: "a" });
  await samePages(first, follower);
  await close();
});

promoting("closed while it takes over, it leaves nothing open", async () => {
  const { first, follower, files, close } = await openPair();
  await samePages(first, follower);
  const taking = follower.replication.promote();
  await follower.close();
  assert.is((await taking).epoch, 2);
  assert.is((await refusal(follower.capture({ event: "late", distinct_id: "a" }))).detail, "This hoglet is closed.");
  // The last connection that closes a database removes its log.
  assert.not(existsSync(`${files.two}-wal`));
  await close();
});

promoting("started with the same options again, the second is the first still", async () => {
  const { follower, one, two, files, toFirst, toSecond, close } = await openPair();
  await follower.replication.promote();
  await one.stop();
  await two.stop();
  // Nobody tells which of the two is the first.
  assert.match((await refusal(createHoglet({ file: files.two, follow: toFirst }))).detail, "start without follow");
  const alone = await two.start({ file: files.two });
  const returned = await one.start({ file: files.one, follow: toSecond });
  await samePages(alone, returned);
  await two.stop();
  const second = await two.start({ file: files.two, follow: toFirst });
  await second.capture({ event: "as first", distinct_id: "a" });
  await samePages(second, returned);
  // And back again.
  assert.is((await returned.replication.promote()).epoch, 3);
  assert.is((await refusal(second.capture({ event: "late", distinct_id: "a" }))).code, "superseded");
  await close();
});

promoting("a first that follows none cannot take over, nor can a follower whose first has another", async () => {
  const { first, follower, folder, files, toFirst, close } = await openPair();
  assert.is((await refusal(first.replication.promote())).status, 409);
  await follower.replication.promote();
  assert.is((await refusal(follower.replication.promote())).status, 409);
  // A third that has followed the first before.
  const error = await refusal(
    createHoglet({ file: folder.file("three.db"), follow: { ...toFirst, url: "http://127.0.0.1:9" } }),
  );
  assert.is(error.code, "misconfigured");
  assert.is(readFollowing(files.one), null);
  await close();
});

promoting(
  "with replicated one a capture is acknowledged once the follower has it, and refused without one",
  async () => {
    const { follower, files, two, one, close } = await openPair();
    await one.stop();
    const first = await one.start({ file: files.one, replicated: "one" });
    for (let n = 0; n < 20; n++) {
      await first.capture({ event: `e${n}`, distinct_id: "a" });
      // At once: no commit is looked for here.
      assert.is((await namesOf(follower)).length, n + 2);
    }
    await two.stop();
    const refused = await captureTo(one.url, first.project.api_token, "alone");
    assert.is(refused.status, 503);
    assert.match(await refused.text(), "no follower has them yet");
    assert.ok((await namesOf(first)).includes("alone"));
    await close();
  },
);

promoting.run();
