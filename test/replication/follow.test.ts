import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { drillEvents } from "../support/drill-events.ts";
import { faultyProxy } from "../support/faulty-proxy.ts";
import { FOLLOW_KEY, samePages, serveFirst } from "../support/followed.ts";
import { findInFiles } from "../support/raw-bytes.ts";
import { refusal } from "../support/refusal.ts";
import { seeds, size } from "../support/rounds.ts";
import { tempFolder } from "../support/temp-folder.ts";

const follow = suite("a hoglet that follows another");

const noteOf = (n: number) => `note${n}x-${((n * 2654435761) >>> 0).toString(36)}`;

const isOfPages = (path: string, body: Buffer) => path.endsWith("/commits") && body.length > 1000;

const AUTH = { authorization: `Bearer ${FOLLOW_KEY}` };

async function openPair(seed = 1) {
  const folder = tempFolder();
  const random = createRandom(seed, 50);
  const first = await serveFirst({ file: folder.file("first.db"), personalApiKey: FOLLOW_KEY, deletionCron: "" });
  const proxy = await faultyProxy(() => first.url, random);
  const file = folder.file("follower.db");
  const open = () => createHoglet({ file, follow: { url: proxy.url, key: FOLLOW_KEY } });
  return {
    first,
    proxy,
    random,
    file,
    folder,
    open,
    async close(follower?: Hoglet) {
      await follower?.close();
      await proxy.close();
      await first.close();
      folder.remove();
    },
  };
}

const answersOf = async (hoglet: Hoglet) => {
  const dates = { date_from: "2026-11-01", date_to: "2026-11-29" };
  const series = ["visit", "read", "bought"].map((event) => ({
    kind: "EventsNode" as const,
    event,
    math: "dau" as const,
  }));
  const { results: trend } = await hoglet.ask({ kind: "TrendsQuery", series, dateRange: dates });
  const { results: funnel } = await hoglet.ask({
    kind: "FunnelsQuery",
    series: ["visit", "read"].map((event) => ({ kind: "EventsNode" as const, event })),
    dateRange: dates,
  });
  const { results: rows } = await hoglet.events.list({ limit: 100 });
  const { results: persons } = await hoglet.persons.list({ limit: 100 });
  const { results: cohorts } = await hoglet.cohorts.list({ limit: 100 });
  const { results: annotations } = await hoglet.annotations.list({ limit: 100 });
  const { results: deletions } = await hoglet.deletions.list({ limit: 100 });
  return { trend, funnel, rows, persons, cohorts, annotations, deletions, flags: await hoglet.featureFlags.list() };
};

/** Something that users do, on the first. */
async function act(hoglet: Hoglet, random: Random, state: { events: number; flags: number }): Promise<string> {
  const kind = random.pick(["capture", "capture", "capture", "many", "delete", "run", "cohort", "annotation", "flag"]);
  if (kind === "capture") await hoglet.capture(drillEvents((state.events += 7)));
  if (kind === "many")
    for (let batch = 0; batch < size(60, 400); batch++) await hoglet.capture(drillEvents((state.events += 7)));
  if (kind === "delete")
    await hoglet.persons.bulkDelete({ distinct_ids: [`u${random.integer(0, 60)}`], delete_events: random.chance(0.7) });
  if (kind === "run") await hoglet.deletions.runNow();
  if (kind === "cohort") {
    const values = [{ key: "last", type: "person" as const, operator: "gt" as const, value: random.integer(0, 500) }];
    await hoglet.cohorts.create({
      name: `c${random.integer(0, 999)}`,
      filters: { properties: { type: "AND", values } },
    });
  }
  if (kind === "annotation")
    await hoglet.annotations.create({ content: `a${random.integer(0, 999)}`, date_marker: "2026-11-20T00:00:00Z" });
  if (kind === "flag") await hoglet.featureFlags.create({ key: `f${state.flags++}`, active: random.chance(0.5) });
  return kind;
}

for (const seed of seeds(1, 6)) {
  follow(
    `has every page after each story, over a network that drops, delays, tears and doubles (${seed})`,
    async () => {
      const { first, proxy, random, open, close } = await openPair(seed);
      const state = { events: 0, flags: 0 };
      const follower = await open();
      proxy.chance = 0.3;
      for (let story = 0; story < size(2, 8); story++) {
        const acts: string[] = [];
        for (let step = random.integer(2, 8); step > 0; step--) {
          acts.push(await act(first.hoglet, random, state));
          await sleep(random.integer(0, 60));
        }
        await samePages(first.hoglet, follower);
        assert.equal(await answersOf(follower), await answersOf(first.hoglet), acts.join(" "));
      }
      assert.ok(Object.keys(proxy.faults).length > 1);
      await close(follower);
    },
  );
}

follow("stays as it was when commits are those after another mark", async () => {
  const { first, proxy, open, close } = await openPair();
  const follower = await open();
  const state: { kept: Buffer | null; asked: number } = { kept: null, asked: 0 };
  proxy.change = (path, body) => {
    if (isOfPages(path, body)) state.kept ??= Buffer.from(body);
    return body;
  };
  await first.hoglet.capture(drillEvents(0));
  await samePages(first.hoglet, follower);
  await first.hoglet.capture(drillEvents(7));
  await samePages(first.hoglet, follower);
  const before = Buffer.from(await follower.serialize());
  proxy.change = (path) => {
    if (!path.endsWith("/commits")) return null;
    state.asked += 1;
    return state.asked === 1 ? state.kept : null;
  };
  await first.hoglet.capture(drillEvents(14));
  while (state.asked < 3) await sleep(5);
  assert.ok(before.equals(Buffer.from(await follower.serialize())));
  proxy.change = (_, body) => body;
  await samePages(first.hoglet, follower);
  await close(follower);
});

follow("compares groups of pages when it comes back, and gets those that differ", async () => {
  const { first, open, close } = await openPair();
  for (let batch = 0; batch < 100; batch++) await first.hoglet.capture(drillEvents(batch * 7));
  const before = await open();
  await before.close();
  for (let batch = 100; batch < 120; batch++) await first.hoglet.capture(drillEvents(batch * 7));
  const follower = await open();
  await samePages(first.hoglet, follower);
  await close(follower);
});

follow("answers reads, sends changes and captures to the first, and tells how far it is", async () => {
  const { first, proxy, open, close } = await openPair();
  const follower = await open();
  const ready = async () =>
    (await follower.fetch("http://x/readyz")).json() as Promise<{
      following: { lag_seconds: number; error: string | null };
    }>;
  assert.is((await ready()).following.error, null);
  assert.ok((await ready()).following.lag_seconds <= 1);
  const json = { "content-type": "application/json" };
  const capture = () => {
    const body = JSON.stringify({ api_key: first.hoglet.project.api_token, event: "sent", distinct_id: "a" });
    return follower.fetch("http://x/capture/", { method: "POST", headers: json, body });
  };
  assert.is((await capture()).status, 200);
  const body = JSON.stringify({ content: "sent", date_marker: "2026-11-20T00:00:00Z" });
  const created = await follower.fetch("http://x/api/projects/1/annotations/", {
    method: "POST",
    headers: { ...json, ...AUTH },
    body,
  });
  assert.is(created.status, 201);
  await samePages(first.hoglet, follower);
  const listed = await follower.fetch("http://x/api/projects/1/annotations/", { headers: AUTH });
  assert.equal(
    ((await listed.json()) as { results: { content: string }[] }).results.map(({ content }) => content),
    ["sent"],
  );
  assert.is((await follower.events.list()).results[0]?.event, "sent");
  // A question by POST is a read.
  const query = JSON.stringify({ query: { kind: "EventsQuery", select: ["event"] } });
  await proxy.close();
  const asked = await follower.fetch("http://x/api/projects/1/query/", {
    method: "POST",
    headers: { ...json, ...AUTH },
    body: query,
  });
  assert.is(asked.status, 200);
  const refused = await capture();
  assert.is(refused.status, 503);
  assert.match(await refused.text(), "which does not answer");
  assert.is((await refusal(follower.capture({ event: "x", distinct_id: "a" }))).code, "following");
  await close(follower);
});

follow("answers 503 to changes with writes: refuse", async () => {
  const { first, proxy, file, close } = await openPair();
  const follower = await createHoglet({ file, follow: { url: proxy.url, key: FOLLOW_KEY, writes: "refuse" } });
  const body = JSON.stringify({ api_key: first.hoglet.project.api_token, event: "sent", distinct_id: "a" });
  const reply = await follower.fetch("http://x/capture/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  assert.is(reply.status, 503);
  assert.match(await reply.text(), "write to that. Nothing was stored");
  await close(follower);
});

follow("erases what the first erases, in its file, its log and beside them", async () => {
  const { first, open, file, folder, close } = await openPair();
  const people = Array.from({ length: 300 }, (_, n) => n);
  await first.hoglet.capture(
    people.map((n) => ({ event: "visit", distinct_id: `p${n}`, properties: { note: noteOf(n) } })),
  );
  const follower = await open();
  await samePages(first.hoglet, follower);
  writeFileSync(`${file}-actors-1`, "an actor index");
  const gone = people.filter((n) => n % 10 === 3);
  await first.hoglet.persons.bulkDelete({ distinct_ids: gone.map((n) => `p${n}`), delete_events: true });
  const [done] = await first.hoglet.deletions.runNow();
  assert.is(done?.receipt?.bytes, "rewritten");
  await samePages(first.hoglet, follower);
  while (statSync(`${file}-wal`).size > 0) await sleep(20);
  assert.is(existsSync(`${file}-actors-1`), false, "the actor index has gone");
  // By another process: closing the file in this one would drop SQLite's locks.
  const copy = folder.file("copy.db");
  execFileSync("cp", [file, copy]);
  const found = findInFiles(copy, people.map(noteOf));
  assert.equal(found, people.filter((n) => !gone.includes(n)).map(noteOf));
  await close(follower);
});

follow("compares groups of pages when another program has written to its file", async () => {
  const { first, open, file, close } = await openPair();
  for (let batch = 0; batch < 50; batch++) await first.hoglet.capture(drillEvents(batch * 7));
  const follower = await open();
  await samePages(first.hoglet, follower);
  const other = new Database(file);
  other.pragma("foreign_keys = OFF");
  other.exec("CREATE TABLE strange (a); DELETE FROM persons");
  other.close();
  await first.hoglet.capture(drillEvents(3500));
  await samePages(first.hoglet, follower);
  assert.is(
    (await follower.persons.list({ limit: 1000 })).results.length,
    (await first.hoglet.persons.list({ limit: 1000 })).results.length,
  );
  await close(follower);
});

follow(
  "refuses a file that follows no other, another database, an older epoch, and a key without all scopes",
  async () => {
    const { first, proxy, open, file, folder, close } = await openPair();
    const other = await createHoglet({ file });
    await other.close();
    const before = readFileSync(file);
    assert.match((await refusal(open())).detail, "exists and follows no other hoglet");
    assert.equal(readFileSync(file), before);
    rmSync(file);

    const { value } = await first.hoglet.keys.create({ label: "reads", scopes: ["query:read"] });
    const small = createHoglet({ file, follow: { url: proxy.url, key: value } });
    assert.match((await refusal(small)).detail, "refuses");
    assert.not.ok(existsSync(file));

    const follower = await open();
    await follower.close();
    const second = await serveFirst({ file: folder.file("second.db"), personalApiKey: FOLLOW_KEY });
    const elsewhere = createHoglet({ file, follow: { url: second.url, key: FOLLOW_KEY } });
    assert.match((await refusal(elsewhere)).detail, "has another database");
    await second.close();

    const own = new Database(file);
    const { value: note } = own.prepare("SELECT value FROM notes WHERE name = 'replication'").get() as {
      value: string;
    };
    const newer = JSON.stringify({ ...(JSON.parse(note) as object), starts: [1, 2, 3] });
    own.prepare("UPDATE notes SET value = ? WHERE name = 'replication'").run(newer);
    own.close();
    assert.match((await refusal(open())).detail, "has epoch 1");
    await close();
  },
);

follow("has the pages of a first that has written nothing since its start, also beside an older file", async () => {
  const { first, folder, file, close } = await openPair();
  const to = { url: first.url, key: FOLLOW_KEY };
  await (await createHoglet({ file, follow: to })).close();
  await first.hoglet.capture(drillEvents(1));
  await first.close();
  for (const name of size(["follower.db"], ["follower.db", "new.db"])) {
    // Its log is empty since it was opened.
    const quiet = await serveFirst({ file: folder.file("first.db"), deletionCron: "" });
    const follower = await createHoglet({ file: folder.file(name), follow: { ...to, url: quiet.url } });
    await samePages(quiet.hoglet, follower);
    await quiet.hoglet.capture(drillEvents(100));
    await samePages(quiet.hoglet, follower);
    await follower.close();
    await quiet.close();
  }
  await close();
});

follow(
  "opens without the first when it has followed before, only to read without the option, and never with a new file",
  async () => {
    const { first, proxy, open, file, folder, close } = await openPair();
    await first.hoglet.capture({ event: "kept", distinct_id: "a" });
    const before = await open();
    await samePages(first.hoglet, before);
    await before.close();
    await proxy.close();
    const follower = await open();
    assert.is((await follower.events.list()).results[0]?.event, "kept");
    await follower.close();
    const reader = await createHoglet({ file });
    assert.is((await reader.events.list()).results[0]?.event, "kept");
    assert.is((await refusal(reader.capture({ event: "x", distinct_id: "a" }))).code, "following");
    await reader.close();
    const fresh = createHoglet({ file: folder.file("new.db"), follow: { url: proxy.url, key: FOLLOW_KEY } });
    assert.match((await refusal(fresh)).detail, "does not answer");
    writeFileSync(folder.file("memory"), "");
    assert.match((await refusal(createHoglet({ follow: { url: proxy.url, key: "a" } }))).detail, "needs a file");
    await close();
  },
);

follow.run();
