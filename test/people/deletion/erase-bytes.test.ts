import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { HogletOptions } from "../../../lib/index.ts";
import { openContext } from "../../../lib/handle/open-context.ts";
import { deleteEvents, openDatabase } from "../../../lib/log/index.ts";
import { unpackTexts } from "../../../lib/log/chunks/unpack-chunk.ts";
import { write } from "../../../lib/storage/index.ts";
import { foldLog } from "../../../lib/storage/wal/index.ts";
import { splitParts } from "../../../lib/log/chunks/chunk-form.ts";
import { unpackUuids } from "../../../lib/log/chunks/placed-heads.ts";
import { compactAll, countTexts } from "../../support/compact.ts";
import { findInFiles } from "../../support/raw-bytes.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { openDeletions } from "./deletion-world.ts";
import { oneIn, whenAll } from "../../support/rounds.ts";

// Spread over the indexes, as random ids are.
const id = (n: number) => `${((n * 2654435761) >>> 0).toString(36)}-id${n}x`;
const email = (n: number) => `${((n * 40503) >>> 0).toString(36)}-mail${n}x@example.com`;
const textsOf = (n: number) => [`id${n}x`, `mail${n}x`, `note${n}x`];

const bytes = suite("secureDelete");

/** Enough people that pages split and move, a few of whom go. */
async function fillAndDelete(file: string, options: HogletOptions) {
  const { hoglet } = await openDeletions({ file, ...options });
  const people = Array.from({ length: 300 }, (_, n) => n);
  for (let round = 0; round < 4; round++) {
    await hoglet.capture(
      people.flatMap((n) => [
        { event: "$identify", distinct_id: id(n), properties: { $anon_distinct_id: `${id(n)}-anon` } },
        {
          event: "visit",
          distinct_id: id(n),
          properties: { note: `note${n}x`, pad: "p".repeat((n * 37 * round) % 900), $set: { email: email(n), round } },
        },
      ]),
    );
  }
  const gone = people.filter((n) => n % 10 === 3);
  writeFileSync(`${file}-actors-1`, "an actor index");
  await hoglet.persons.bulkDelete({ distinct_ids: gone.map(id), delete_events: true });
  const finished = await hoglet.deletions.runNow();
  assert.is(existsSync(`${file}-actors-1`), options.secureDelete === false, "the actor index has gone");
  await hoglet.close();
  return { finished, gone: gone.flatMap(textsOf), stay: people.filter((n) => n % 10 !== 3).flatMap(textsOf) };
}

bytes("after a run neither file nor log holds the person's ids, email or event properties", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const { finished, gone, stay } = await fillAndDelete(file, {});
  assert.is(finished.length, 30);
  assert.equal(
    finished.map(({ receipt }) => receipt?.bytes),
    finished.map(() => "rewritten"),
  );
  assert.equal(findInFiles(file, gone), []);
  assert.equal(findInFiles(file, stay), stay);
  folder.remove();
});

const note = (n: number) => `note${n}x ${"p".repeat((n * 37) % 900)}`;

const inChunks = oneIn(2, bytes);

// Chunks that lie in their row, and one that goes on in pages of its own.
for (const [chunkBytes, stepBytes] of [
  [3000, 10_000],
  [1e9, 1e9],
] as const) {
  inChunks(
    `nor when texts lie in chunks of ${chunkBytes} bytes: neither they nor the bytes of a chunk or its uuids`,
    async () => {
      const folder = tempFolder();
      const file = folder.file("a.db");
      const { hoglet } = await openDeletions({ file });
      const people = Array.from({ length: 400 }, (_, n) => n);
      await hoglet.capture(people.map((n) => ({ event: "visit", distinct_id: id(n), properties: { note: note(n) } })));
      await hoglet.close();
      const db = openDatabase({ file, durability: "normal" });
      compactAll(db, { chunkBytes, stepBytes });
      assert.is(countTexts(db).inRows, 0);
      foldLog(db);
      const gone = people.filter((n) => n % 100 === 99);
      const chunks = db.sql<Buffer>("SELECT data FROM event_texts").pluck();
      const had = (data: Buffer) => gone.some((n) => unpackTexts(data)?.has(n + 1) === true);
      // By another process, as above. No row, and no page that became free, has a text any more.
      const copy = folder.file("copy.db");
      const copyFile = () => execFileSync("cp", [file, copy]);
      copyFile();
      assert.equal(findInFiles(copy, people.map(note)), []);
      const old = chunks
        .all()
        .filter(had)
        .flatMap((data) => [data.subarray(-48), splitParts(data)?.uuids.subarray(-24) ?? data])
        .map((part) => part.toString("latin1"));
      const found = () => old.filter((end) => readFileSync(copy, "latin1").includes(end));
      assert.is(found().length, chunks.all().length === 1 ? 2 : 8);
      // Without a rewrite of the file.
      await write(db, () =>
        deleteEvents(
          db,
          gone.map((n) => n + 1),
        ),
      );
      foldLog(db);
      copyFile();
      assert.equal(found(), []);
      const left = people.filter((n) => !gone.includes(n)).map((n) => n + 1);
      for (const unpack of [unpackTexts, unpackUuids]) {
        assert.equal(
          chunks.all().flatMap((data) => unpack(data)?.seqs ?? []),
          left,
        );
      }
      db.close();
      folder.remove();
    },
  );
}

bytes("a run erases the texts of a person's events from chunks", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const { hoglet } = await openDeletions({ file });
  await hoglet.capture(
    ["ada", "bob"].map((distinct_id) => ({ event: "visit", distinct_id, properties: { of: distinct_id } })),
  );
  const db = openDatabase({ file, durability: "normal" });
  compactAll(db);
  await hoglet.persons.bulkDelete({ distinct_ids: ["ada"], delete_events: true });
  const [done] = await hoglet.deletions.runNow();
  assert.equal(done?.receipt?.deleted, { events: 1, distinct_ids: 1 });
  const [data] = db.sql<Buffer>("SELECT data FROM event_texts").pluck().all();
  assert.equal(unpackTexts(data)?.seqs, [2]);
  assert.match((await hoglet.events.list()).results[0]?.properties["of"] as string, "bob");
  db.close();
  await hoglet.close();
  folder.remove();
});

bytes("also while this and another process have it open", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const { hoglet } = await openDeletions({ file });
  const { db } = openContext({ file }).ctx;
  await hoglet.capture({ event: "x", distinct_id: "ada-id", properties: { $set: { email: "ada@example.com" } } });
  assert.is(db.sql("SELECT count(*) FROM events").pluck().get(), 1);
  await hoglet.persons.delete(1, { delete_events: true });
  await hoglet.deletions.runNow();
  // By another process: to close a descriptor of the file in this one would drop its locks on it.
  execFileSync("cp", [file, folder.file("copy.db")]);
  execFileSync("cp", [`${file}-wal`, folder.file("copy.db-wal")]);
  assert.equal(findInFiles(folder.file("copy.db"), ["ada-id", "ada@example.com"]), []);
  db.close();
  await hoglet.close();
  folder.remove();
});

/** Reads the log and writes to it without a pause until it is killed: some reader is always active. */
const NEVER_PAUSES = `
  const Database = require("better-sqlite3");
  const [one, other, writer] = Array.from({ length: 3 }, () => new Database(process.argv[1], { timeout: 0 }));
  writer.exec("CREATE TABLE IF NOT EXISTS visits (at INTEGER)");
  const tick = new Int32Array(new SharedArrayBuffer(4));
  const tryTo = (run) => { try { run(); } catch {} };
  let [reading, next] = [one, other];
  for (let n = 0; ; n++) {
    tryTo(() => writer.exec("INSERT INTO visits VALUES (1)"));
    next.exec("BEGIN");
    next.prepare("SELECT count(*) FROM visits").get();
    if (reading.inTransaction) reading.exec("ROLLBACK");
    [reading, next] = [next, reading];
    if (n === 0) process.stdout.write("reading");
    Atomics.wait(tick, 0, 0, 10);
  }`;

whenAll(bytes)("a run is finished although somebody reads and writes all the time", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const { hoglet } = await openDeletions({ file });
  await hoglet.capture({ event: "x", distinct_id: "ada-id" });
  await hoglet.persons.delete(1, { delete_events: true });
  const other = spawn(process.execPath, ["-e", NEVER_PAUSES, file], { stdio: ["ignore", "pipe", "inherit"] });
  await once(other.stdout, "data");
  const finished = await hoglet.deletions.runNow().finally(() => other.kill("SIGKILL"));
  assert.equal(
    finished.map(({ receipt }) => receipt?.bytes),
    ["rewritten"],
  );
  await hoglet.close();
  folder.remove();
});

whenAll(bytes)("secureDelete: false leaves the bytes to SQLite, and the receipt says so", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const { finished, gone } = await fillAndDelete(file, { secureDelete: false });
  assert.is(finished[0]?.receipt?.bytes, "kept");
  assert.ok(findInFiles(file, gone).length > 0);
  folder.remove();
});

bytes.run();
