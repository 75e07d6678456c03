import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import { openLogTail } from "../../../lib/storage/wal/log-tail.ts";
import type { Committed } from "../../../lib/storage/wal/log-tail.ts";
import { createHoglet } from "../../../lib/index.ts";
import { seeds, size } from "../../support/rounds.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const tails = suite("openLogTail");

const PAGE = 4096;
const MOST_BYTES = 64 * 1024 * 1024;

for (const seed of seeds(2, 8)) {
  tails(`gives each commit, while the log is emptied by this and others (${seed})`, async () => {
    const folder = tempFolder();
    const file = folder.file("a.db");
    // Makes the tables of hoglet.
    await (await createHoglet({ file })).close();
    const random = createRandom(seed, 60);
    const writer = new Database(file);
    writer.pragma("synchronous = OFF");
    // A checkpoint that meets the tail's reader ends at once.
    writer.pragma("busy_timeout = 0");
    writer.exec("CREATE TABLE t (id INTEGER PRIMARY KEY, x, y)");
    const tail = openLogTail(file, MOST_BYTES);
    tail.next();
    const { pages: begun } = tail.fold(true);
    assert.ok(begun !== null);
    // As a follower has it.
    let copy = Buffer.from(readFileSync(file));
    const lay = (committed: Committed | null) => {
      if (committed === null) return;
      const grown = Buffer.alloc(committed.pages * PAGE);
      copy.copy(grown, 0, 0, Math.min(copy.length, grown.length));
      for (const [page, bytes] of committed.changed ?? []) bytes.copy(grown, (page - 1) * PAGE);
      copy = grown;
    };
    const insert = writer.prepare("INSERT INTO t (x, y) VALUES (?, ?)");
    for (let step = 0; step < size(80, 800); step++) {
      const kind = random.integer(0, 11);
      if (kind < 6)
        writer.transaction(() => {
          for (let row = random.integer(1, 40); row > 0; row--)
            insert.run(random.unit(), "p".repeat(random.integer(0, 900)));
        })();
      else if (kind === 6) writer.exec("DELETE FROM t WHERE id % 7 = 1");
      else if (kind === 7) writer.pragma(`wal_checkpoint(${random.pick(["PASSIVE", "RESTART", "TRUNCATE"])})`);
      else if (kind === 8) lay(tail.fold(random.chance(0.5)).last);
      else lay(tail.next());
    }
    lay(tail.next());
    lay(tail.fold(true).last);
    assert.equal(tail.fold(true).pages, copy.length / PAGE);
    assert.ok(readFileSync(file).equals(copy));
    writer.close();
    folder.remove();
  });
}

tails("lets others empty the log once everything is read, and gives no more than wanted", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  await (await createHoglet({ file })).close();
  const writer = new Database(file);
  writer.pragma("busy_timeout = 0");
  writer.exec("CREATE TABLE t (x)");
  const tail = openLogTail(file, 20 * PAGE);
  tail.next();
  const insert = writer.prepare("INSERT INTO t VALUES (?)");
  insert.run("a");
  assert.ok((tail.next()?.changed?.size ?? 0) > 0);
  writer.pragma("wal_checkpoint(PASSIVE)");
  tail.next();
  const [{ busy }] = writer.pragma("wal_checkpoint(TRUNCATE)") as [{ busy: number }];
  assert.is(busy, 0);
  insert.run("p".repeat(30 * PAGE));
  assert.is(tail.next()?.changed, null);
  assert.is(tail.next(), null);
  writer.close();
  folder.remove();
});

tails.run();
