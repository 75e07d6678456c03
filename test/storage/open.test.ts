import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../lib/base/errors.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

const opening = suite("openDatabase");

function refusal(run: () => unknown): HogletError {
  try {
    run();
  } catch (error) {
    if (error instanceof HogletError) return error;
    throw error;
  }
  throw new Error("expected a refusal");
}

opening("makes every table strict, so that a wrong type is an error and not a surprise", () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  const loose = db.sqlite
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0")
    .pluck()
    .all() as string[];
  assert.equal(
    loose.filter((name) => !name.startsWith("sqlite_")),
    [],
  );
  db.close();
});

opening("uses a write-ahead log, foreign keys and the asked-for durability", () => {
  const folder = tempFolder();
  const pragmas = (durability: "normal" | "full") => {
    const db = openDatabase({ file: folder.file("a.db"), durability });
    const read = (name: string) => db.sqlite.pragma(name, { simple: true });
    const found = [read("journal_mode"), read("foreign_keys"), read("synchronous")];
    db.close();
    return found;
  };
  assert.equal(pragmas("normal"), ["wal", 1, 1]);
  assert.equal(pragmas("full"), ["wal", 1, 2]);
  folder.remove();
});

opening("keeps what was stored when the file is opened again", () => {
  const folder = tempFolder();
  const first = openDatabase({ file: folder.file("a.db"), durability: "normal" });
  first.sql("INSERT INTO projects (uuid, name, api_token, created_at) VALUES ('u', 'n', 't', 0)").run();
  first.close();
  first.close();
  const second = openDatabase({ file: folder.file("a.db"), durability: "normal" });
  assert.is(second.sql("SELECT name FROM projects").pluck().get(), "n");
  second.close();
  folder.remove();
});

opening("refuses a database that a newer version wrote, with a sentence", () => {
  const folder = tempFolder();
  openDatabase({ file: folder.file("a.db"), durability: "normal" }).close();
  const raw = new Database(folder.file("a.db"));
  raw.pragma("user_version = 999");
  raw.close();
  const error = refusal(() => openDatabase({ file: folder.file("a.db"), durability: "normal" }));
  assert.match(error.message, /newer hoglet \(format 999; this version knows \d+\). Upgrade hoglet/);
  folder.remove();
});

for (const [kind, name] of [
  ["TABLE", "notes"],
  ["INDEX", "events_by_uuid"],
  ["TRIGGER", "events_deleted"],
] as const) {
  opening(`refuses a database that lacks a ${kind.toLowerCase()}, with its name`, () => {
    const folder = tempFolder();
    openDatabase({ file: folder.file("a.db"), durability: "normal" }).close();
    const raw = new Database(folder.file("a.db"));
    raw.exec(`DROP ${kind} ${name}`);
    raw.close();
    const error = refusal(() => openDatabase({ file: folder.file("a.db"), durability: "normal" }));
    assert.is(error.code, "misconfigured");
    assert.match(error.message, new RegExp(`lacks ${name}, which .* Restore a backup, or run .hoglet doctor`));
    folder.remove();
  });
}

opening("refuses a file that is not SQLite, and leaves it as it was", () => {
  const folder = tempFolder();
  writeFileSync(folder.file("notes.txt"), "Dear diary, ".repeat(500));
  const error = refusal(() => openDatabase({ file: folder.file("notes.txt"), durability: "normal" }));
  assert.is(error.code, "misconfigured");
  assert.match(error.message, /notes\.txt is not a SQLite database/);
  folder.remove();
});

opening("refuses another program's SQLite database, whatever its version, and leaves it as it was", () => {
  const folder = tempFolder();
  for (let version = 0; version < 10; version++) {
    const file = folder.file(`other-${version}.db`);
    const raw = new Database(file);
    raw.exec("CREATE TABLE recipes (name TEXT)");
    raw.pragma(`user_version = ${version}`);
    raw.close();
    const before = readFileSync(file);
    const error = refusal(() => openDatabase({ file, durability: "normal" }));
    assert.match(error.message, /made by another program/);
    assert.ok(before.equals(readFileSync(file)), `version ${version}`);
  }
  folder.remove();
});

/** Programs whose databases are not opened: SQL that makes one, and the refusal. */
const OTHERS: readonly [name: string, sql: string, refusal: RegExp][] = [
  ["another program", "PRAGMA user_version = 3", /made by another program/],
  [
    "a hoglet from before the first release",
    "PRAGMA application_id = 1751608436; PRAGMA user_version = 29",
    /from before the first release.*hoglet export.*hoglet import/,
  ],
  ["a newer hoglet", "PRAGMA application_id = 1752131436; PRAGMA user_version = 999", /newer hoglet .*Upgrade hoglet/],
];

for (const [name, sql, message] of OTHERS) {
  opening(`refuses the database of ${name}, and leaves its file and its write-ahead log as they were`, () => {
    const folder = tempFolder();
    const [made, file] = [folder.file("made.db"), folder.file("other.db")];
    const raw = new Database(made);
    raw.pragma("journal_mode = WAL");
    raw.exec(`CREATE TABLE recipes (name TEXT); ${sql}`);
    raw.pragma("wal_checkpoint(TRUNCATE)");
    raw.exec("INSERT INTO recipes VALUES ('bread')");
    // As a killed process leaves them: the row is in the log alone.
    for (const end of ["", "-wal"]) copyFileSync(`${made}${end}`, `${file}${end}`);
    raw.close();
    const bytes = () => ["", "-wal"].map((end) => readFileSync(`${file}${end}`));
    const before = bytes();
    assert.ok(before.every(({ length }) => length > 0));
    const error = refusal(() => openDatabase({ file, durability: "normal" }));
    assert.is(error.code, "misconfigured");
    assert.match(error.message, message);
    assert.equal(bytes(), before);
    folder.remove();
  });
}

opening("says why a path cannot be opened", () => {
  const folder = tempFolder();
  mkdirSync(folder.file("folder"));
  assert.match(
    refusal(() => openDatabase({ file: folder.file("folder"), durability: "normal" })).message,
    /Cannot open/,
  );
  assert.match(
    refusal(() => openDatabase({ file: folder.file("missing/a.db"), durability: "normal" })).message,
    /Cannot open the database .*missing/,
  );
  folder.remove();
});

opening("lets two connections make the tables of one new file", () => {
  const folder = tempFolder();
  const one = openDatabase({ file: folder.file("a.db"), durability: "normal" });
  const two = openDatabase({ file: folder.file("a.db"), durability: "normal" });
  assert.is(two.sql("SELECT count(*) FROM projects").pluck().get(), 0);
  one.close();
  two.close();
  folder.remove();
});

opening.run();
