import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { writeNow } from "../../lib/storage/index.ts";
import { countTexts } from "../support/compact.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { runHere } from "./run-here.ts";
import { whenAll } from "../support/rounds.ts";

const rebuild = suite("hoglet rebuild");

whenAll(rebuild)("makes the columns of a database again, and says how many blocks there are", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  await using hoglet = await createHoglet({ file });
  await hoglet.capture({ event: "first", distinct_id: "u1" });
  const db = openDatabase({ file, durability: "normal" });
  writeNow(db, () => db.sql("UPDATE sqlite_sequence SET seq = 70000 WHERE name = 'events'").run());
  await hoglet.capture({ event: "second", distinct_id: "u1" });
  for (const _ of ["missing", "stored"]) {
    const { code, stdout, stderr } = await runHere(["rebuild", "--db", file]);
    assert.equal([code, stdout, stderr], [0, '{"blocks":1}\n', ""]);
    assert.equal(db.sql("SELECT block, rows FROM segments").raw(true).all(), [[0, 1]]);
  }
  db.close();
  const none = await runHere(["rebuild", "--db", folder.file("none.db")]);
  assert.equal(
    [none.code, none.stderr],
    [
      1,
      `hoglet: There is no database at ${folder.file("none.db")}. Name another, or make one: hoglet serve, hoglet import.\n`,
    ],
  );
  folder.remove();
});

whenAll(rebuild)(
  "keeps its columns, names a damaged event, goes on without it by --skip-bad; it can be deleted",
  async () => {
    const folder = tempFolder();
    const file = folder.file("a.db");
    const hoglet = await createHoglet({ file });
    await hoglet.capture([
      { event: "first", distinct_id: "u1", properties: { plan: "a" } },
      { event: "broken", distinct_id: "u1", properties: { plan: "b" } },
    ]);
    const uuid = (await hoglet.events.list({ event: "broken" })).results[0]?.uuid ?? "";
    await hoglet.close();
    const db = openDatabase({ file, durability: "normal" });
    writeNow(db, () => db.sql("UPDATE events SET properties = substr(properties, 3) WHERE seq = 2").run());
    const failed = await runHere(["export", "--db", file]);
    assert.is(failed.code, 1);
    assert.match(failed.stderr, `event ${uuid} (number 2) is damaged`);
    const exported = await runHere(["export", "--db", file, "--skip-bad"]);
    assert.equal(
      [exported.code, exported.stderr],
      [0, `Left out: event ${uuid} (seq 2): Its properties or its elements have changed.\n`],
    );
    assert.match(exported.stdout, /"event":"first"/);
    writeNow(db, () => db.sql("UPDATE sqlite_sequence SET seq = 70000 WHERE name = 'events'").run());
    db.close();
    const other = await createHoglet({ file });
    await other.capture({ event: "last", distinct_id: "u1" });
    await other.close();
    const refused = await runHere(["rebuild", "--db", file]);
    assert.is(refused.code, 1);
    assert.match(refused.stderr, `Event ${uuid} (seq 2): Its properties or its elements have changed.`);
    const skipped = await runHere(["rebuild", "--db", file, "--skip-bad"]);
    const left = [{ project_id: 1, seq: 2, uuid, reason: "Its properties or its elements have changed." }];
    assert.equal([skipped.code, JSON.parse(skipped.stdout)], [0, { blocks: 1, left }]);
    const requested = await runHere(["deletions", "request", "event", uuid, "--db", file, "--json"]);
    assert.equal([requested.code, (JSON.parse(requested.stdout) as { key: string }).key], [0, uuid]);
    assert.is((await runHere(["deletions", "run", "--db", file])).code, 0);
    assert.equal((await runHere(["rebuild", "--db", file])).stdout, '{"blocks":1}\n');
    assert.is((await runHere(["export", "--db", file])).code, 0);
    folder.remove();
  },
);

whenAll(rebuild)("makes a file smaller by --compact, with the same events", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const hoglet = await createHoglet({ file });
  const note = "the same long text ".repeat(20);
  for (let round = 0; round < 4; round++) {
    await hoglet.capture(
      Array.from({ length: 500 }, (_, n) => ({ event: "x", distinct_id: `u${n}`, properties: { n, note } })),
    );
  }
  await hoglet.close();
  const db = openDatabase({ file, durability: "normal" });
  writeNow(db, () => db.sql("UPDATE sqlite_sequence SET seq = 70000 WHERE name = 'events'").run());
  const other = await createHoglet({ file });
  await other.capture({ event: "last", distinct_id: "u1" });
  await other.close();
  const before = await runHere(["export", "--db", file]);
  const { code, stdout, stderr } = await runHere(["rebuild", "--db", file, "--compact"]);
  assert.equal([code, stderr], [0, ""]);
  const { blocks, bytes } = JSON.parse(stdout) as { blocks: number; bytes: { before: number; after: number } };
  assert.is(blocks, 1);
  assert.ok(bytes.after < bytes.before / 2, stdout);
  assert.equal(countTexts(db), { inChunks: 2000, inRows: 1 });
  assert.equal(await runHere(["export", "--db", file]), before);
  db.close();
  folder.remove();
});

rebuild.run();
