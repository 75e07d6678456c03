import { copyFileSync, readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import type { Random } from "../../../fixtures/random.ts";
import { openPageWriter } from "../../../lib/storage/wal/page-writer.ts";
import type { PageWriter } from "../../../lib/storage/wal/page-writer.ts";
import { refusal } from "../../support/refusal.ts";
import { size } from "../../support/rounds.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const writers = suite("openPageWriter");

const PAGE = 4096;

/** A source whose pages are read after each change, and a file into which they are written. */
function openBoth() {
  const folder = tempFolder();
  const [from, to] = [folder.file("from.db"), folder.file("to.db")];
  const source = open(from);
  source.exec("CREATE TABLE t (id INTEGER PRIMARY KEY, x, y); CREATE INDEX i ON t (x)");
  open(to).close();
  let before: Buffer = Buffer.alloc(0);
  return {
    folder,
    to,
    source,
    reader: new Database(to),
    writer: openPageWriter(to),
    /** The pages of the source now. */
    pages: () => pagesOf(source, from),
    /** Puts the pages that differ from the last ones. @returns the number of all */
    put(writer: PageWriter, now: Buffer, isKept: boolean): number {
      for (let at = 0; at < now.length; at += PAGE) {
        const page = now.subarray(at, at + PAGE);
        if (!page.equals(before.subarray(at, at + PAGE))) writer.put(at / PAGE + 1, page);
      }
      if (isKept) before = now;
      return now.length / PAGE;
    },
  };
}

function open(file: string): Database.Database {
  const sqlite = new Database(file);
  sqlite.pragma("journal_mode = WAL");
  return sqlite;
}

function pagesOf(source: Database.Database, file: string): Buffer {
  source.pragma("wal_checkpoint(TRUNCATE)");
  return readFileSync(file);
}

function change(source: Database.Database, random: Random, round: number): void {
  const insert = source.prepare("INSERT INTO t (x, y) VALUES (?, ?)");
  source.transaction(() => {
    const rows = round % 25 === 10 ? size(3000, 6000) : random.integer(1, 60);
    for (let row = 0; row < rows; row++) insert.run(random.integer(0, 1e9), "p".repeat(random.integer(0, 300)));
    if (random.chance(0.2)) source.exec("DELETE FROM t WHERE id % 5 = 1");
  })();
  if (round % 40 === 39) source.exec("VACUUM");
}

const sumOf = (sqlite: Database.Database) =>
  sqlite.prepare("SELECT count(*) AS count, sum(x) AS x, sum(length(y)) AS y FROM t").get();

writers(
  "writes commits that connections of this process and recovery read, also after those that were given up",
  () => {
    const { folder, to, source, reader, writer, pages, put } = openBoth();
    const random = createRandom(11);
    for (let round = 0; round < size(40, 160); round++) {
      change(source, random, round);
      const now = pages();
      assert.is(writer.begin(), round > 0);
      if (random.chance(0.2)) {
        put(writer, now, false);
        writer.abort();
        writer.begin();
      }
      writer.commit(put(writer, now, true));
      assert.equal(sumOf(reader), sumOf(source), String(round));
      if (round % 20 === 0) assert.is(reader.pragma("integrity_check", { simple: true }), "ok");
      if (random.chance(0.05)) assert.ok(writer.fold());
    }
    change(source, random, 10);
    writer.begin();
    writer.commit(put(writer, pages(), true));
    // As after a crash: the index is made again from the log.
    for (const end of ["", "-wal"]) copyFileSync(to + end, folder.file(`copy.db${end}`));
    const copy = new Database(folder.file("copy.db"));
    assert.equal(sumOf(copy), sumOf(source));
    assert.is(copy.pragma("integrity_check", { simple: true }), "ok");
    copy.close();
    assert.ok(writer.fold());
    assert.equal(readFileSync(to), pages());
    source.close();
    folder.remove();
  },
);

writers("frames without a last one count for nothing, and readers keep their moment", () => {
  const { folder, to, source, reader, writer, pages, put } = openBoth();
  const random = createRandom(12);
  change(source, random, 0);
  writer.begin();
  writer.commit(put(writer, pages(), true));
  const before = sumOf(source);
  reader.exec("BEGIN");
  assert.equal(sumOf(reader), before);
  change(source, random, 10);
  writer.begin();
  put(writer, pages(), false);
  // A process that is killed here leaves this.
  for (const end of ["", "-wal"]) copyFileSync(to + end, folder.file(`torn.db${end}`));
  writer.commit(pages().length / PAGE);
  assert.equal(sumOf(reader), before);
  assert.not.ok(writer.fold(), "a reader holds an older moment");
  reader.exec("COMMIT");
  assert.equal(sumOf(reader), sumOf(source));
  const torn = new Database(folder.file("torn.db"));
  assert.equal(sumOf(torn), before);
  torn.close();
  source.close();
  folder.remove();
});

writers("tells that another program has written, and waits for no other writer", async () => {
  const { folder, to, source, reader, writer, pages, put } = openBoth();
  change(source, createRandom(13), 0);
  writer.begin();
  writer.commit(put(writer, pages(), true));
  assert.ok(writer.begin());
  writer.abort();
  reader.exec("DELETE FROM t WHERE id = 1");
  assert.not.ok(writer.begin());
  writer.abort();
  const other = new Database(to);
  other.exec("BEGIN IMMEDIATE");
  assert.is((await refusal(Promise.resolve().then(() => writer.begin()))).code, "database_busy");
  other.exec("COMMIT");
  other.close();
  source.close();
  folder.remove();
});

writers.run();
