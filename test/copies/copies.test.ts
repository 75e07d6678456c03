import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, openFileCopies, restoreCopy } from "../../lib/index.ts";
import type { Hoglet, HogletOptions } from "../../lib/index.ts";
import { silentLogger } from "../../lib/base/log.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { refusal } from "../support/refusal.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function open(options: HogletOptions = {}, keep = "7d") {
  const folder = tempFolder();
  const clock = { nowMs: Date.UTC(2026, 10, 28, 10) };
  const [file, to] = [folder.file("a.db"), folder.file("copies")];
  const given = { file, now: () => clock.nowMs, copies: { to, keep }, ...options };
  const hoglet = await createHoglet(given);
  let restored = 0;
  return {
    hoglet,
    clock,
    folder,
    file,
    to,
    again: () => createHoglet(given),
    /** The names of the restored database's events, except "many". */
    async eventsAt(atMs?: number): Promise<string[]> {
      const path = folder.file(`restored-${restored++}.db`);
      await restoreCopy({ from: to, file: path, ...(atMs !== undefined && { atMs }) });
      const copy = await createHoglet({ file: path, now: () => clock.nowMs });
      const { results } = await copy.events.list({ limit: 50 });
      await copy.close();
      return results.flatMap(({ event }) => (event === "many" ? [] : [event])).toSorted();
    },
    async close() {
      await hoglet.close();
      folder.remove();
    },
  };
}

const capture = (hoglet: Hoglet, event: string) =>
  hoglet.capture({ event, distinct_id: "u1", properties: { pad: "p".repeat(300) } });

const objectsIn = (to: string): string[] =>
  existsSync(to)
    ? readdirSync(to, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(to, name)).isFile())
    : [];

/** Can a text be read in an object that is kept, once it is unpacked? */
const isKept = (to: string, text: string) =>
  objectsIn(to).some((name) => zstdDecompressSync(readFileSync(join(to, name))).includes(text));

const copies = suite("copies");

copies("each moment can be restored, and costs what changed", async () => {
  const { hoglet, clock, eventsAt, to, close } = await open();
  const times: number[] = [];
  const bytes: number[] = [];
  await hoglet.capture(
    Array.from({ length: 3000 }, (_, n) => ({
      event: "many",
      distinct_id: `u${n}`,
      properties: { n, r: `${Math.sin(n)}` },
    })),
  );
  for (const event of ["a", "b", "c"]) {
    await capture(hoglet, event);
    const made = await hoglet.copies.now();
    assert.is(made.is_whole, event === "a");
    times.push(Date.parse(made.at));
    bytes.push(made.bytes);
    clock.nowMs += 60_000;
  }
  assert.ok((bytes[1] ?? 0) > 0 && (bytes[1] ?? 0) * 3 < (bytes[0] ?? 0), String(bytes));
  assert.is((await hoglet.copies.now()).bytes, 0);
  assert.equal(await eventsAt(), ["a", "b", "c"]);
  assert.equal(await eventsAt(times[1]), ["a", "b"]);
  assert.equal(await eventsAt((times[1] ?? 0) - 1), ["a"]);
  assert.match(
    (await refusal(eventsAt((times[0] ?? 0) - 1))).detail,
    new RegExp(
      `has no copy of that time to restore: its oldest is of ${new Date(times[0] ?? 0).toISOString().slice(0, -1)}`,
    ),
  );
  assert.is(objectsIn(to).filter((name) => name.endsWith(".moment")).length, 3);
  assert.not.ok(objectsIn(to).some((name) => /lock|draft/.test(name)));
  await close();
});

copies("an erased person leaves them by their age, and the receipt says so", async () => {
  const { hoglet, clock, to, eventsAt, close } = await open({ deletionCron: "" }, "2d");
  await hoglet.capture([
    { event: "seen", distinct_id: "gone", properties: { note: "secret-of-gone", $set: { email: "gone@example.com" } } },
    { event: "seen", distinct_id: "stays", properties: { note: "note-of-stays" } },
  ]);
  await hoglet.copies.now();
  assert.ok(isKept(to, "secret-of-gone"));
  await hoglet.persons.bulkDelete({ distinct_ids: ["gone"], delete_events: true });
  const [done] = await hoglet.deletions.runNow();
  const [waiting] = done?.receipt?.copies ?? [];
  assert.is(waiting?.name, "copies");
  assert.is(waiting?.erased_at, null);
  assert.is(waiting?.gone_by, "2026-12-02T10:00:00Z");
  clock.nowMs += 60_000;
  assert.is((await hoglet.copies.now()).is_whole, true);
  const receipt = async () => (await hoglet.deletions.list()).results[0]?.receipt?.copies?.[0];
  clock.nowMs += 2 * DAY_MS - HOUR_MS;
  await hoglet.copies.now();
  assert.is((await receipt())?.erased_at, null);
  assert.ok(isKept(to, "secret-of-gone"));
  clock.nowMs += HOUR_MS + 60_000;
  // The chains from before the deletion and from after it.
  assert.is((await hoglet.copies.now()).removed, 2);
  assert.not.ok(isKept(to, "secret-of-gone"));
  assert.not.ok(isKept(to, "gone@example.com"));
  assert.equal(await receipt(), {
    name: "copies",
    erased_at: "2026-11-30T10:02:00Z",
    erased: null,
    kept: null,
  });
  assert.equal(await eventsAt(), ["seen"]);
  await close();
});

copies("go on after a restart, and from the restored database", async () => {
  const { hoglet, clock, again, eventsAt, file, to, folder } = await open();
  await capture(hoglet, "a");
  await hoglet.copies.now();
  await hoglet.close();
  clock.nowMs += 1000;
  const second = await again();
  await capture(second, "b");
  assert.is((await second.copies.now()).is_whole, false);
  await second.close();
  clock.nowMs += 1000;
  for (const name of [file, `${file}-wal`, `${file}-shm`]) rmSync(name, { force: true });
  await restoreCopy({ from: to, file });
  const third = await again();
  await capture(third, "c");
  assert.is((await third.copies.now()).is_whole, false);
  await third.close();
  assert.equal(await eventsAt(), ["a", "b", "c"]);
  folder.remove();
});

copies("of another database, or by another process at work, are refused", async () => {
  const { hoglet, to, folder, close } = await open();
  await capture(hoglet, "a");
  await hoglet.copies.now();
  const other = await createHoglet({ file: folder.file("b.db"), copies: { to }, now: "2026-11-28T10:00:00Z" });
  assert.match((await refusal(other.copies.now())).detail, "copies of another database");
  await other.close();
  const holder = { id: "x", host: "elsewhere", pid: 1, renewedAtMs: Date.UTC(2026, 10, 28, 10) };
  writeFileSync(join(to, "lock.json"), JSON.stringify(holder));
  await capture(hoglet, "b");
  assert.match((await refusal(hoglet.copies.now())).detail, "Another process (elsewhere, 1) copies");
  writeFileSync(join(to, "lock.json"), JSON.stringify({ ...holder, renewedAtMs: 0 }));
  await hoglet.copies.now();
  await close();
});

copies("a damaged or missing object is named, and nothing is written", async () => {
  const { hoglet, to, folder, close } = await open();
  await capture(hoglet, "a");
  await hoglet.copies.now();
  const restored = folder.file("restored.db");
  const refused = () => refusal(restoreCopy({ from: to, file: restored }));
  for (const name of objectsIn(to)) {
    const path = join(to, name);
    const bytes = readFileSync(path);
    for (const damaged of [bytes.subarray(0, bytes.length - 9), Buffer.from(bytes).fill(7, 40, 60), null]) {
      if (damaged === null) rmSync(path);
      else writeFileSync(path, damaged);
      assert.match(
        (await refused()).detail,
        damaged === null && name.endsWith("moment") ? "has no copy" : /is damaged|is missing/,
      );
    }
    writeFileSync(path, bytes);
  }
  writeFileSync(restored, "mine");
  assert.match((await refused()).detail, "exists: a restore replaces nothing");
  rmSync(restored);
  await restoreCopy({ from: to, file: restored });
  await close();
});

copies("the draft of a moment that a killed process leaves is no moment", async () => {
  const { hoglet, clock, eventsAt, to, close } = await open();
  await capture(hoglet, "a");
  await hoglet.copies.now();
  const first = objectsIn(to).find((name) => name.endsWith("000000.moment")) ?? "";
  writeFileSync(join(to, first.replace("000000.moment", "000001.moment-00112233.draft")), "half");
  assert.equal(await eventsAt(), ["a"]);
  await capture(hoglet, "b");
  clock.nowMs += HOUR_MS;
  await hoglet.copies.now();
  assert.equal(await eventsAt(), ["a", "b"]);
  await close();
});

copies("are made while another program reads an old moment only once it has ended", async () => {
  const { hoglet, file, eventsAt, close } = await open();
  await capture(hoglet, "a");
  const reader = new Database(file, { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM events").get();
  await capture(hoglet, "b");
  const copying = hoglet.copies.now();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  reader.close();
  await copying;
  assert.equal(await eventsAt(), ["a", "b"]);
  await close();
});

copies("without a handle have the same moments", async () => {
  const { hoglet, file, to, eventsAt, close } = await open({ copies: undefined } as never);
  await capture(hoglet, "a");
  await using own = openFileCopies(file, { to }, silentLogger);
  assert.is((await own.now()).is_whole, true);
  await capture(hoglet, "b");
  assert.is((await own.now()).is_whole, false);
  assert.equal(await eventsAt(), ["a", "b"]);
  assert.is(await hoglet.copies.status(), null);
  await close();
});

copies("are made by themselves, and /readyz has the lag; a place that cannot be written is told once", async () => {
  const folder = tempFolder();
  const told: unknown[] = [];
  const logger = { info() {}, warn() {}, error: (...line: unknown[]) => void told.push(line) };
  const to = folder.file("copies");
  writeFileSync(to, "a file");
  const hoglet = await createHoglet({ file: folder.file("a.db"), copies: { to, every: "10s" }, logger });
  const readyz = async () => (await hoglet.fetch("http://localhost/readyz")).json();
  assert.equal(await readyz(), { status: "ok", copies: { newest_at: null, lag_seconds: null } });
  while (told.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.match(JSON.stringify(told), /The database could not be copied; it is tried again\..*ENOTDIR|EEXIST/);
  rmSync(to);
  while ((await hoglet.copies.status())?.newest_at === null) await new Promise((resolve) => setTimeout(resolve, 50));
  const { copies: state } = (await readyz()) as { copies: { lag_seconds: number } };
  assert.ok(state.lag_seconds >= 0 && state.lag_seconds < 600, JSON.stringify(state));
  assert.is((await hoglet.copies.status())?.error, null);
  assert.is(told.length, 1);
  await hoglet.close();
  folder.remove();
});

copies("are refused in memory, beside another program's copies, and for other spans", async () => {
  const file = "unused.db";
  for (const [options, expected] of [
    [{ copies: { to: "x" } }, "A database in memory has no copies"],
    [{ file, copies: { to: "x" }, checkpoint: "external" }, "another program makes the copies"],
    [{ file, copies: { to: "x", often: "1m" } }, "an object with to, and every and keep"],
  ] as const)
    assert.match((await refusal(createHoglet(options as HogletOptions))).detail, expected);
});

copies.run();
