import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { HogletError } from "../../../lib/base/errors.ts";
import { takeLease } from "../../../lib/storage/leases/index.ts";
import { openDatabase } from "../../../lib/log/index.ts";
import { writeNow } from "../../../lib/storage/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const open = (file?: string) => openDatabase({ file, durability: "normal" });
const rows = (db: Db) => db.sql("SELECT count(*) FROM leases").pluck().get();
// The clock that leases are told by: the one of `performance` drifts away from it in a long process.
const nowMs = () => Date.now();

/** Puts a lease into the table as another holder would have. */
function hold(db: Db, { host = hostname(), pid = process.pid, agoMs = 0 }): void {
  db.sql("INSERT OR REPLACE INTO leases (name, holder, host, pid, renewed_at) VALUES ('work', 'other', ?, ?, ?)").run(
    host,
    pid,
    nowMs() - agoMs,
  );
}

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

const lease = suite("takeLease");

lease("one at a time, until it is given back; other names are free", async () => {
  const folder = tempFolder();
  const [one, two] = [open(folder.file("a.db")), open(folder.file("a.db"))];
  const mine = await takeLease(one, "work");
  assert.ok(mine);
  assert.is(await takeLease(one, "work"), null);
  assert.is(await takeLease(two, "work"), null);
  await (await takeLease(two, "other work"))?.release();
  await mine?.release();
  assert.is(rows(one), 0);
  const theirs = await takeLease(two, "work");
  assert.ok(theirs);
  await mine?.release();
  assert.is(await takeLease(one, "work"), null, "an old holder cannot give back what is not its own");
  await theirs?.release();
  one.close();
  two.close();
  await theirs?.release();
  folder.remove();
});

lease("it is taken from a process that is gone, at once", async () => {
  const db = open();
  hold(db, { pid: deadPid() });
  assert.ok(await takeLease(db, "work"));
  db.close();
});

lease("it is taken from an earlier process that had the same id, as in a container", async () => {
  const db = open();
  hold(db, {});
  assert.ok(await takeLease(db, "work"));
  db.close();
});

lease("a process that is there keeps it, its parent for example, for a minute without a sign of life", async () => {
  const db = open();
  hold(db, { pid: process.ppid, agoMs: 55_000 });
  assert.is(await takeLease(db, "work"), null);
  hold(db, { pid: process.ppid, agoMs: 60_001 });
  assert.ok(await takeLease(db, "work"));
  db.close();
});

lease("a process on another machine is known by its signs of life alone", async () => {
  const db = open();
  hold(db, { host: "elsewhere", pid: deadPid(), agoMs: 55_000 });
  assert.is(await takeLease(db, "work"), null);
  hold(db, { host: "elsewhere", pid: deadPid(), agoMs: 60_001 });
  assert.ok(await takeLease(db, "work"));
  db.close();
});

lease("renewing is a sign of life, and tells who lost it", async () => {
  const db = open();
  const mine = await takeLease(db, "work");
  db.sql("UPDATE leases SET renewed_at = 5").run();
  mine?.renew();
  assert.ok(Number(db.sql("SELECT renewed_at FROM leases").pluck().get()) > 5);
  hold(db, {});
  const code = () => {
    try {
      writeNow(db, () => mine?.renew());
      return "renewed";
    } catch (error) {
      return (error as HogletError).code;
    }
  };
  assert.is(code(), "lease_lost");
  db.close();
});

lease.run();
