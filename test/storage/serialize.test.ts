import { rmSync, writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openDatabase } from "../../lib/log/index.ts";
import { serialize, writeNow } from "../../lib/storage/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

const copying = suite("serialize");

const NOTES = 400;

/** Writes about 4 MB of notes, most of which are in the write-ahead log only. */
function open(file: string | undefined, nowMs = () => 0) {
  const db = openDatabase({ file, durability: "normal", nowMs });
  writeNow(db, () => {
    const add = db.sql("INSERT INTO projects (uuid, name, api_token, created_at) VALUES (?, ?, ?, 0)");
    for (let number = 0; number < NOTES; number++) add.run(`u${number}`, "x".repeat(10_000), `t${number}`);
  });
  return db;
}

function count(contents: Uint8Array): unknown {
  const copy = openDatabase({ file: undefined, contents, durability: "normal" });
  const found = copy.sql("SELECT count(*) FROM projects").pluck().get();
  copy.close();
  return found;
}

copying(
  "copies a large file by another connection, with what only the log holds, while the event loop turns",
  async () => {
    const folder = tempFolder();
    const db = open(folder.file("a.db"));
    Object.assign(db.sqlite, {
      serialize: () => {
        throw new Error("on the event loop");
      },
    });
    assert.is(count(await serialize(db)), NOTES);
    db.close();
    folder.remove();
  },
);

copying("copies memory", async () => {
  const db = open(undefined);
  assert.is(count(await serialize(db)), NOTES);
  db.close();
});

copying("refuses to copy another file that was put in the place of the open one", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  let nowMs = 0;
  const db = open(file, () => nowMs);
  rmSync(file);
  writeFileSync(file, "another");
  nowMs = 2000;
  const error = await serialize(db).catch((thrown: { code: string }) => thrown);
  assert.is((error as { code: string }).code, "storage_lost");
  db.close();
  folder.remove();
});

copying.run();
