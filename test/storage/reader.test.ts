import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openDatabase, openReader } from "../../lib/log/index.ts";
import { openEmpty } from "../../lib/storage/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

const reading = suite("openReader");

reading("sees what another connection has committed to the file, and cannot write", () => {
  const folder = tempFolder();
  const db = openDatabase({ file: folder.file("a.db"), durability: "normal" });
  const reader = openReader(folder.file("a.db"));
  const count = reader.prepare("SELECT count(*) FROM deleted_projects").pluck();
  assert.is(count.get(), 0);
  db.sql("INSERT INTO deleted_projects (id) VALUES (7)").run();
  assert.is(count.get(), 1);
  assert.throws(() => reader.exec("DELETE FROM deleted_projects"), /readonly/);
  reader.close();
  db.close();
  folder.remove();
});

reading("reads a copy of a database in memory", () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  db.sql("INSERT INTO deleted_projects (id) VALUES (7)").run();
  const reader = openReader(db.sqlite.serialize());
  reader.pragma("query_only = ON");
  assert.equal(reader.prepare("SELECT id FROM deleted_projects").pluck().all(), [7]);
  assert.throws(() => reader.exec("DELETE FROM deleted_projects"), /readonly/);
  reader.close();
  db.close();
});

reading("makes no file", () => {
  const folder = tempFolder();
  assert.throws(() => openReader(folder.file("none.db")), /unable to open|does not exist/);
  folder.remove();
});

reading.run();

const empty = suite("openEmpty");

empty("has nothing in it", () => {
  const db = openEmpty();
  assert.is(db.prepare("SELECT count(*) FROM sqlite_schema").pluck().get(), 0);
  db.close();
});

empty.run();
