import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../lib/base/errors.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { isWaitingToWrite, lendTurn, tryWrite, write, writersDone } from "../../lib/storage/index.ts";
import type { Db } from "../../lib/storage/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

const writing = suite("write");

function addProject(db: Db, name: string): void {
  db.sql("INSERT INTO projects (uuid, name, api_token, created_at) VALUES (?, ?, ?, 0)").run(name, name, name);
}

function names(db: Db): string[] {
  return db.sql("SELECT name FROM projects ORDER BY id").pluck().all() as string[];
}

async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "stored";
  } catch (error) {
    return error instanceof HogletError ? `${error.status} ${error.code}` : String(error);
  }
}

writing("runs at once where nobody else writes", () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  void write(db, () => addProject(db, "a"));
  assert.equal(names(db), ["a"]);
  db.close();
});

writing("keeps nothing of a transaction in which writes began to be refused", async () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  const work = write(db, () => {
    addProject(db, "a");
    db.refusal = () => new HogletError({ status: 503, type: "server_error", code: "superseded", detail: "" });
  });
  assert.is(await outcome(work), "503 superseded");
  assert.equal(names(db), []);
  db.close();
});

writing("keeps nothing of a transaction that throws, and passes the error on", async () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  const failing = write(db, () => {
    addProject(db, "a");
    throw new RangeError("stop");
  });
  assert.is(await outcome(failing), "RangeError: stop");
  assert.equal(names(db), []);
  db.close();
});

writing("does not nest: the mistake undoes the outer one", async () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  const nested = write(db, () => {
    addProject(db, "outer");
    void write(db, () => addProject(db, "inner"));
  });
  assert.match(await outcome(nested), /A transaction is open already/);
  assert.equal(names(db), []);
  db.close();
});

function openTwo(writeWaitMs?: number) {
  const folder = tempFolder();
  const open = () =>
    openDatabase({
      file: folder.file("a.db"),
      durability: "normal",
      ...(writeWaitMs !== undefined && { writeWaitMs }),
    });
  const [one, two] = [open(), open()] as const;
  return {
    one,
    two,
    close() {
      one.close();
      two.close();
      folder.remove();
    },
  };
}

writing("tells caches of a rollback, and of another connection's commit before its own work begins", async () => {
  const { one, two, close } = openTwo();
  let told = 0;
  one.onStale(() => told++);
  await write(one, () => addProject(one, "mine"));
  assert.is(told, 0);
  await write(two, () => addProject(two, "theirs"));
  await write(one, () => {
    assert.is(told, 1);
    assert.equal(names(one), ["mine", "theirs"]);
  });
  const failing = write(one, () => {
    throw new Error("no");
  });
  assert.is(await outcome(failing), "Error: no");
  assert.is(told, 2);
  close();
});

writing(
  "waits for another process in the order of the calls, while the event loop turns and reads are answered",
  async () => {
    const { one, two, close } = openTwo();
    one.sqlite.exec("BEGIN IMMEDIATE");
    const done: string[] = [];
    const late = ["a", "b", "c"].map((name) => write(two, () => addProject(two, name)).then(() => done.push(name)));
    assert.ok(isWaitingToWrite(two));
    assert.is(
      tryWrite(two, () => addProject(two, "no time")),
      false,
    );
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    assert.equal([done, names(two)], [[], []]);
    one.sqlite.exec("COMMIT");
    await Promise.all(late);
    assert.equal(
      [done, names(two)],
      [
        ["a", "b", "c"],
        ["a", "b", "c"],
      ],
    );
    assert.ok(tryWrite(two, () => addProject(two, "d")));
    close();
  },
);

writing(
  "says that the database is busy when another process holds it beyond the wait, and goes on afterwards",
  async () => {
    const { one, two, close } = openTwo(20);
    one.sqlite.exec("BEGIN IMMEDIATE");
    const late = [1, 2].map(() => outcome(write(two, () => addProject(two, "late"))));
    await writersDone(two);
    assert.equal(await Promise.all(late), ["503 database_busy", "503 database_busy"]);
    one.sqlite.exec("ROLLBACK");
    await write(two, () => addProject(two, "late"));
    assert.equal(names(one), ["late"]);
    close();
  },
);

writing("waits in order for what was lent to another connection, which waits for what came before", async () => {
  const { one, two, close } = openTwo();
  const done: string[] = [];
  const note = (what: string) => () => void done.push(what);
  one.sqlite.exec("BEGIN IMMEDIATE");
  const early = write(two, () => addProject(two, "early")).then(note("early"));
  const lent = lendTurn(two, async () => {
    assert.equal(done, ["early"]);
    assert.ok(isWaitingToWrite(two));
    assert.is(
      tryWrite(two, () => addProject(two, "no time")),
      false,
    );
    const late = ["a", "b"].map((name) => write(two, () => addProject(two, name)).then(note(name)));
    await write(one, () => addProject(one, "lent"));
    done.push("lent");
    return late;
  });
  const failing = lendTurn(two, () => Promise.reject(new Error("no")));
  one.sqlite.exec("ROLLBACK");
  await early;
  await Promise.all((await lent).values());
  assert.is(await outcome(failing), "Error: no");
  await writersDone(two);
  assert.equal(done, ["early", "lent", "a", "b"]);
  assert.equal(names(two), ["early", "lent", "a", "b"]);
  close();
});

writing("lets no more than a thousand wait", async () => {
  const { one, two, close } = openTwo();
  one.sqlite.exec("BEGIN IMMEDIATE");
  const waiting = Array.from({ length: 1000 }, () => outcome(write(two, () => {})));
  assert.is(await outcome(write(two, () => {})), "503 database_busy");
  one.sqlite.exec("ROLLBACK");
  assert.equal(new Set(await Promise.all(waiting)), new Set(["stored"]));
  close();
});

writing("says that the disk is full, loses nothing that was there, and goes on when there is room again", async () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  await write(db, () => addProject(db, "before"));
  const pages = db.sqlite.pragma("page_count", { simple: true }) as number;
  db.sqlite.pragma(`max_page_count = ${pages}`);
  const tooMuch = write(db, () => {
    for (let i = 0; i < 1000; i++) addProject(db, `filler ${i} ${"x".repeat(500)}`);
  });
  assert.is(await outcome(tooMuch), "503 storage_full");
  assert.equal(names(db), ["before"]);
  db.sqlite.pragma("max_page_count = 1000000");
  await write(db, () => addProject(db, "after"));
  assert.equal(names(db), ["before", "after"]);
  db.close();
});

writing.run();
