import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { openDatabase, write } from "../../lib/storage/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { run } from "./hoglet-process.ts";

const rebuild = suite("hoglet rebuild");

rebuild("makes the columns of a database again, and says how many blocks there are", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  await using hoglet = await createHoglet({ file });
  await hoglet.capture({ event: "first", distinct_id: "u1" });
  const db = openDatabase({ file, durability: "normal" });
  write(db, () => db.sql("UPDATE sqlite_sequence SET seq = 70000 WHERE name = 'events'").run());
  await hoglet.capture({ event: "second", distinct_id: "u1" });
  for (const _ of ["missing", "stored"]) {
    const { code, stdout, stderr } = await run(["rebuild", "--db", file]);
    assert.equal([code, stdout, stderr], [0, '{"blocks":1}\n', ""]);
    assert.equal(db.sql("SELECT block, rows FROM segments").raw(true).all(), [[0, 1]]);
  }
  db.close();
  const none = await run(["rebuild", "--db", folder.file("none.db")]);
  assert.equal([none.code, none.stderr], [1, `hoglet: There is no database at ${folder.file("none.db")}.\n`]);
  folder.remove();
});

rebuild.run();
