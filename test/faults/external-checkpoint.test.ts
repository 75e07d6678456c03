import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { HogletOptions } from "../../lib/index.ts";
import { followLog } from "../support/log-follower.ts";
import { findInFiles } from "../support/raw-bytes.ts";
import { tempFolder } from "../support/temp-folder.ts";

const external = suite("checkpoint: external");

const eventsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    event: "visit",
    distinct_id: `u${(from + n) % 50}`,
    properties: { n: from + n, pad: "p".repeat(400), $set: { email: `mail${(from + n) % 50}x` } },
  }));

async function open(options: HogletOptions = { checkpoint: "external" }) {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const clock = { nowMs: Date.UTC(2024, 0, 1) };
  const warnings: string[] = [];
  const logger = { info() {}, warn: (message: string) => void warnings.push(message), error() {} };
  const given = { file, logger, now: () => clock.nowMs, ...options };
  const hoglet = await createHoglet(given);
  return { folder, file, clock, hoglet, warnings };
}

/** Pages in the log, and those of them that are in the file too. */
function logOf(file: string): { frames: number; copied: number } {
  const sqlite = new Database(file, { readonly: true });
  const [{ log, checkpointed }] = sqlite.pragma("wal_checkpoint(NOOP)") as [{ log: number; checkpointed: number }];
  sqlite.close();
  return { frames: log, copied: checkpointed };
}

external("beside a program that follows the log, a deletion ends with its bytes gone and no copy is lost", async () => {
  const { folder, file, hoglet } = await open();
  await hoglet.capture(eventsOf(0, 2000));
  const follower = followLog(file);
  const stop = new AbortController();
  const following = (async () => {
    while (!stop.signal.aborted) {
      follower.step();
      await sleep(20);
    }
  })();
  for (let n = 0; n < 20; n++) await hoglet.capture(eventsOf(n * 50, 50));
  await hoglet.persons.bulkDelete({ distinct_ids: ["u7"], delete_events: true });
  const [done] = await hoglet.deletions.runNow();
  assert.is(done?.receipt?.bytes, "rewritten");
  assert.is(done?.receipt?.deleted["events"], 60);
  stop.abort();
  await following;
  assert.is(follower.surprises, 0);
  assert.equal((await hoglet.check()).findings, []);
  follower.step();
  follower.restore(folder.file("copy.db"));
  follower.close();
  await hoglet.close();
  assert.equal(findInFiles(file, ["mail7x", "mail8x"]), ["mail8x"]);
  const copy = await createHoglet({ file: folder.file("copy.db") });
  assert.is((await copy.query("SELECT count(*) FROM events")).results[0]?.[0], 2940);
  await copy.close();
  folder.remove();
});

external("no connection of hoglet copies the log, and the last one leaves it", async () => {
  const { folder, file, hoglet } = await open();
  await hoglet.capture(eventsOf(0, 6000));
  const imported = eventsOf(0, 10).map((event) => JSON.stringify({ kind: "event", ...event, timestamp: "2024-01-01" }));
  await hoglet.import(imported.join("\n"));
  await hoglet.runDue();
  const { frames, copied } = logOf(file);
  assert.ok(frames > 1000, String(frames));
  assert.is(copied, 0);
  await hoglet.close();
  assert.ok(existsSync(`${file}-wal`));
  assert.is(readFileSync(`${file}-wal`).length >= frames * 4096, true);
  folder.remove();
});

external("a log that nobody copies is reported once, and its old end is cut off once somebody did", async () => {
  const { folder, file, clock, hoglet, warnings } = await open();
  const turn = async () => {
    clock.nowMs += 60_000;
    await hoglet.runDue();
  };
  const writer = new Database(file);
  writer.pragma("wal_autocheckpoint = 0");
  writer.exec("CREATE TABLE ballast (bytes BLOB)");
  for (let n = 0; n < 40; n++) writer.exec("INSERT INTO ballast VALUES (randomblob(1000000))");
  await turn();
  await turn();
  assert.is(warnings.length, 1);
  assert.match(warnings[0] ?? "", /^The write-ahead log has grown to 4\d MB: `checkpoint` is external, /);
  assert.is(logOf(file).copied, 0);
  writer.pragma("wal_checkpoint(PASSIVE)");
  writer.exec("INSERT INTO ballast VALUES (1)");
  await turn();
  assert.ok(readFileSync(`${file}-wal`).length < 1_000_000);
  assert.is(warnings.length, 1);
  assert.is(writer.pragma("quick_check", { simple: true }), "ok");
  writer.close();
  await hoglet.close();
  folder.remove();
});

external("may be said by the environment", async () => {
  const before = process.env["HOGLET_CHECKPOINT"];
  process.env["HOGLET_CHECKPOINT"] = "sometimes";
  try {
    await createHoglet().then(
      () => assert.unreachable(),
      (error: Error) =>
        assert.match(error.message, 'HOGLET_CHECKPOINT: Expected "automatic" or "external" but received "sometimes".'),
    );
    process.env["HOGLET_CHECKPOINT"] = "external";
    const { folder, file, hoglet } = await open({});
    await hoglet.capture(eventsOf(0, 6000));
    assert.is(logOf(file).copied, 0);
    await hoglet.close();
    folder.remove();
  } finally {
    if (before === undefined) delete process.env["HOGLET_CHECKPOINT"];
    else process.env["HOGLET_CHECKPOINT"] = before;
  }
});

external.run();
