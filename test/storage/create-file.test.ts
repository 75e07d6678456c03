import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../lib/base/errors.ts";
import { createFile, refuseEmpty } from "../../lib/storage/create-file.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

const creating = suite("createFile");

creating("makes a file that is whole from the start, and nothing beside it", () => {
  const folder = tempFolder();
  createFile(folder.file("a.db"), 0o600);
  assert.is(statSync(folder.file("a.db")).size, 4096);
  assert.equal(readdirSync(folder.path), ["a.db"]);
  const db = openDatabase({ file: folder.file("a.db"), durability: "normal" });
  assert.is(db.sqlite.pragma("journal_mode", { simple: true }), "wal");
  db.close();
  folder.remove();
});

creating("leaves a file alone that another process has made meanwhile", () => {
  const folder = tempFolder();
  writeFileSync(folder.file("a.db"), "theirs");
  createFile(folder.file("a.db"), 0o600);
  assert.is(readFileSync(folder.file("a.db"), "utf8"), "theirs");
  assert.equal(readdirSync(folder.path), ["a.db"]);
  folder.remove();
});

creating.run();

const refusing = suite("refuseEmpty");

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof HogletError) return error.detail;
    throw error;
  }
  return "accepted";
}

refusing("refuses a file of 0 bytes where a database was expected, unless a new one is asked for", () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  writeFileSync(file, "");
  const open = (useEmptyFile: boolean) => openDatabase({ file, durability: "normal", useEmptyFile });
  assert.match(
    refusal(() => open(false)),
    /a\.db is empty \(0 bytes\), and a database was expected\. Restore it .* useEmptyFile/,
  );
  assert.is(statSync(file).size, 0);
  assert.not.ok(existsSync(`${file}-wal`));
  open(true).close();
  open(false).close();
  folder.remove();
});

refusing("keeps the write-ahead log that lies beside an empty file, even when a new database is asked for", () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  writeFileSync(file, "");
  writeFileSync(`${file}-wal`, "what is left of a database");
  assert.match(
    refusal(() => refuseEmpty(file, true)),
    /the write-ahead log of a database is beside it/,
  );
  assert.is(readFileSync(`${file}-wal`, "utf8"), "what is left of a database");
  folder.remove();
});

refusing.run();
