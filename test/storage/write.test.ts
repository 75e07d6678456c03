import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../lib/errors.ts";
import { openDatabase, write } from "../../lib/storage/index.ts";
import type { Db } from "../../lib/storage/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

const writing = suite("write");

function addProject(db: Db, name: string): void {
  db.sql("INSERT INTO projects (uuid, name, api_token, created_at) VALUES (?, ?, ?, 0)").run(name, name, name);
}

function names(db: Db): string[] {
  return db.sql("SELECT name FROM projects ORDER BY id").pluck().all() as string[];
}

writing("keeps nothing of a transaction that throws, and passes the error on", () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  assert.throws(
    () =>
      write(db, () => {
        addProject(db, "a");
        throw new RangeError("stop");
      }),
    (error: unknown) => error instanceof RangeError,
  );
  assert.equal(names(db), []);
  db.close();
});

writing("rolls back only the inner part when a nested one fails and is caught", () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  write(db, () => {
    addProject(db, "outer");
    try {
      write(db, () => {
        addProject(db, "inner");
        throw new Error("no");
      });
    } catch {
      addProject(db, "after");
    }
  });
  assert.equal(names(db), ["outer", "after"]);
  db.close();
});

writing("tells caches of a rollback, and of another connection's commit before its own work begins", () => {
  const folder = tempFolder();
  const one = openDatabase({ file: folder.file("a.db"), durability: "normal" });
  const two = openDatabase({ file: folder.file("a.db"), durability: "normal" });
  let told = 0;
  one.onStale(() => told++);
  write(one, () => addProject(one, "mine"));
  assert.is(told, 0);
  write(two, () => addProject(two, "theirs"));
  write(one, () => {
    assert.is(told, 1);
    assert.equal(names(one), ["mine", "theirs"]);
  });
  assert.throws(() =>
    write(one, () => {
      throw new Error("no");
    }),
  );
  assert.is(told, 2);
  one.close();
  two.close();
  folder.remove();
});

writing("says that the database is busy when another process holds it beyond the wait", () => {
  const folder = tempFolder();
  const one = openDatabase({ file: folder.file("a.db"), durability: "normal" });
  const two = openDatabase({ file: folder.file("a.db"), durability: "normal" });
  two.sqlite.pragma("busy_timeout = 20");
  one.sqlite.exec("BEGIN IMMEDIATE");
  try {
    write(two, () => addProject(two, "late"));
    assert.unreachable();
  } catch (error) {
    assert.instance(error, HogletError);
    assert.equal([(error as HogletError).status, (error as HogletError).code], [503, "database_busy"]);
  }
  one.sqlite.exec("ROLLBACK");
  write(two, () => addProject(two, "late"));
  assert.equal(names(one), ["late"]);
  one.close();
  two.close();
  folder.remove();
});

writing("says that the disk is full, loses nothing that was there, and goes on when there is room again", () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  write(db, () => addProject(db, "before"));
  const pages = db.sqlite.pragma("page_count", { simple: true }) as number;
  db.sqlite.pragma(`max_page_count = ${pages}`);
  try {
    write(db, () => {
      for (let i = 0; i < 1000; i++) addProject(db, `filler ${i} ${"x".repeat(500)}`);
    });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, HogletError);
    assert.equal([(error as HogletError).status, (error as HogletError).code], [503, "storage_full"]);
  }
  assert.equal(names(db), ["before"]);
  db.sqlite.pragma("max_page_count = 1000000");
  write(db, () => addProject(db, "after"));
  assert.equal(names(db), ["before", "after"]);
  db.close();
});

writing.run();
