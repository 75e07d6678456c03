import fs, { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readFollowing } from "../../lib/replication/index.ts";
import { start } from "../bin/hoglet-process.ts";
import { FOLLOW_KEY, samePages } from "../support/followed.ts";
import { namesOf, openPair, writesAs } from "../support/machines.ts";
import { refusal } from "../support/refusal.ts";

const ended = suite("a take-over that ended in the middle");

/** A follower in a process that is killed at a call (`kill-at`). */
async function follow({ files, toFirst }: Awaited<ReturnType<typeof openPair>>, killAt: string, lease?: string) {
  const args = ["serve", files.two, "--port", "0", "--json", "--follow", toFirst.url, "--own-url", toFirst.ownUrl];
  const env = {
    HOGLET_FOLLOW_KEY: FOLLOW_KEY,
    KILL_AT: killAt,
    NODE_OPTIONS: `--import ${new URL("../support/kill-at.ts", import.meta.url).href}`,
  };
  const server = start(lease === undefined ? args : [...args, "--lease", lease], { env });
  const [line] = await server.until("stdout", /\{.*\}/);
  return { ...server, url: (JSON.parse(line) as { url: string }).url };
}

ended("by a kill behind the beginning of its epoch is finished by the next start", async () => {
  const pair = await openPair();
  const { first, one, two, files, toFirst, toSecond, close } = pair;
  await two.stop();
  const server = await follow(pair, "rmSync .follow");
  const headers = { authorization: `Bearer ${FOLLOW_KEY}` };
  const asked = await fetch(`${server.url}/api/replication/promote`, { method: "POST", headers }).catch(() => null);
  assert.is(asked, null);
  await server.finished;
  assert.ok(existsSync(`${files.two}.follow`));
  assert.is((await refusal(first.capture({ event: "late", distinct_id: "a" }))).code, "superseded");

  const second = await two.start({ file: files.two, follow: toFirst });
  await second.capture({ event: "after", distinct_id: "a" });
  assert.not(existsSync(`${files.two}.follow`));
  await one.stop();
  const returned = await one.start({ file: files.one, follow: toSecond });
  await samePages(second, returned);
  assert.equal(await namesOf(returned), ["after", "before"]);
  assert.is((await returned.replication.promote()).epoch, 3);
  await close();
});

ended("by a failure behind the beginning of its epoch is taken back, and the first goes on", async () => {
  const { first, follower, two, files, toFirst, close } = await openPair();
  await samePages(first, follower);
  const { rmSync } = fs;
  fs.rmSync = (path) => {
    throw new Error(`EIO: ${String(path)}`);
  };
  syncBuiltinESMExports();
  assert.match(String(await follower.replication.promote().catch(String)), "EIO");
  fs.rmSync = rmSync;
  syncBuiltinESMExports();
  await first.capture({ event: "goes on", distinct_id: "a" });
  await samePages(first, follower);
  await two.stop();
  const again = await two.start({ file: files.two, follow: toFirst });
  assert.ok(readFollowing(files.two) !== null);
  await first.capture({ event: "and on", distinct_id: "a" });
  await samePages(first, again);
  assert.is((await again.replication.promote()).epoch, 2);
  assert.equal(await namesOf(again), ["and on", "before", "goes on"]);
  await close();
});

ended(
  "by a kill behind its claim of a lease is finished by the next process, also while the first answers",
  async () => {
    const pair = await openPair((folder) => ({ lease: `${folder}/lease` }));
    const { first, two, files, folder, toFirst, close } = pair;
    await samePages(first, pair.follower);
    await two.stop();
    const lease = folder.file("lease");
    const server = await follow(pair, "link epoch-2.json", lease);
    const headers = { authorization: `Bearer ${FOLLOW_KEY}` };
    await fetch(`${server.url}/api/replication/promote`, { method: "POST", headers }).catch(() => null);
    await server.finished;
    assert.ok(readFollowing(files.two) !== null);
    const second = await two.start({ file: files.two, follow: toFirst, lease });
    await writesAs(second);
    assert.equal(await namesOf(second), ["after", "before"]);
    assert.is((await refusal(first.capture({ event: "late", distinct_id: "a" }))).code, "superseded");
    await close();
  },
);

ended.run();
