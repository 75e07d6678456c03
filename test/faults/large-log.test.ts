import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isLogLarge, shrinkLog } from "../../lib/handle/log-size.ts";
import { openContext } from "../../lib/handle/open-context.ts";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { whenAll } from "../support/rounds.ts";

const large = suite("a write-ahead log that a reader keeps large");

async function open() {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const clock = { nowMs: Date.UTC(2024, 0, 1) };
  const warnings: string[] = [];
  const logger = { info() {}, warn: (message: string) => void warnings.push(message), error() {} };
  const hoglet = await createHoglet({ file, logger, now: () => clock.nowMs });
  return {
    hoglet,
    warnings,
    file,
    logBytes: () => statSync(`${file}-wal`).size,
    /** Runs the jobs about the log that the schedule runs each minute. */
    turn: async () => {
      clock.nowMs += 60_000;
      return (await hoglet.runDue()).includes("write-ahead log");
    },
    async close() {
      await hoglet.close();
      folder.remove();
    },
  };
}

/** A second program that reads one moment of the file until it is closed. */
function hold(file: string): Database.Database {
  const reader = new Database(file, { readonly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM events").get();
  return reader;
}

/** Makes the log 40 MB longer, by another connection. @param begin an open transaction, of which more than the cache holds is in the log */
function fill(file: string, begin = ""): Database.Database {
  const writer = new Database(file);
  writer.pragma("wal_autocheckpoint = 0");
  // Less than a row: the log gets each one at once.
  writer.pragma("cache_size = 10");
  writer.exec(`${begin}; CREATE TABLE IF NOT EXISTS ballast (bytes BLOB)`);
  for (let n = 0; n < 40; n++) writer.exec("INSERT INTO ballast VALUES (randomblob(1000000))");
  return writer;
}

large("is named once with its size, and cut to nothing once the reader has gone", async () => {
  const { hoglet, warnings, file, logBytes, turn, close } = await open();
  await hoglet.capture({ event: "e", distinct_id: "u" });
  assert.is(await turn(), false);
  const reader = hold(file);
  fill(file).close();
  assert.is(await turn(), true);
  assert.is(await turn(), true);
  assert.is(warnings.length, 1);
  assert.match(warnings[0] ?? "", /^The write-ahead log has grown to 4\d MB: /);
  await hoglet.capture({ event: "e", distinct_id: "u" });
  assert.ok(logBytes() > 40e6);
  reader.close();
  assert.is(await turn(), true);
  assert.is(logBytes(), 0);
  assert.is(await turn(), false);
  await hoglet.capture({ event: "e", distinct_id: "u" });
  assert.is((await hoglet.events.list({ event: "e" })).results.length, 3);
  assert.is(warnings.length, 1);
  await close();
});

large("is no reader's fault while a commit is written", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const warnings: string[] = [];
  const { ctx } = openContext({ file, logger: { info() {}, warn: (told) => void warnings.push(told), error() {} } });
  const writer = fill(file, "BEGIN IMMEDIATE");
  assert.ok(isLogLarge(ctx));
  await shrinkLog(ctx);
  assert.equal(warnings, []);
  writer.exec("COMMIT");
  writer.close();
  await shrinkLog(ctx);
  assert.is(statSync(`${file}-wal`).size, 0);
  ctx.db.close();
  folder.remove();
});

whenAll(large)("is cut by the commits themselves to 16 MiB when it begins from the front again", async () => {
  const { hoglet, file, logBytes, close } = await open();
  const reader = hold(file);
  fill(file).close();
  assert.ok(logBytes() > 40e6);
  reader.close();
  // The first folds the log, the second begins it again.
  for (let n = 0; n < 2; n++) await hoglet.capture({ event: "e", distinct_id: "u" });
  assert.ok(logBytes() <= 16 * 1024 * 1024, String(logBytes()));
  await close();
});

large.run();
