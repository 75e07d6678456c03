import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createCreatedTimes } from "../../../../lib/engines/columns/entities/created-times.ts";
import type { CreatedTimes } from "../../../../lib/engines/columns/entities/created-times.ts";
import { writeNow } from "../../../../lib/storage/index.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { loadCase, openEmpty } from "../../../questions/load-case.ts";

const START = Date.parse("2024-01-01T00:00:00Z");
const PERSONS = 60;

/** A database with persons 1 to 60, each created an hour after the one before. */
function openPersons(): Db {
  const db = openEmpty();
  const ids = Array.from({ length: PERSONS }, (_, index) => ({ distinct_ids: [`id ${index}`] }));
  loadCase(db, { now: "2024-01-01T00:00:00Z", persons: ids });
  db.sqlite.exec(`UPDATE persons SET created_at = ${START} + id * 3600000`);
  return db;
}

let asked = 0;

/** The times of the persons, by the rows; and by the times, as a question asks for them. */
function bothOf(db: Db, times: CreatedTimes): [number[], number[]] {
  const rows = db.sql<[id: number, ms: number]>("SELECT id, created_at FROM persons ORDER BY id").raw(true).all();
  const found = times.current({ stamp: String(++asked), personLimit: 100 });
  return [rows.map(([, ms]) => ms), rows.map(([id]) => found[id] ?? NaN)];
}

function storeAll(times: CreatedTimes): void {
  for (const _ of times.store());
}

/** Makes a reader of this person's row refuse it. */
function damage(db: Db, id: number): void {
  db.sqlite.exec(`UPDATE persons SET head_sum = head_sum + 1 WHERE id = ${id}`);
}

const created = suite("createCreatedTimes");

created("gives the time of each person, and follows a change, a new person and a deletion", () => {
  const db = openPersons();
  const times = createCreatedTimes(db, Infinity);
  assert.equal(...bothOf(db, times));
  writeNow(db, () => {
    db.sql("UPDATE persons SET created_at = 7 WHERE id = 3").run();
    db.sql("INSERT INTO persons (project_id, uuid, created_at) VALUES (1, 'new', 8)").run();
    db.sql("DELETE FROM distinct_ids WHERE person_id = 5").run();
    db.sql("DELETE FROM persons WHERE id = 5").run();
  });
  const [rows, found] = bothOf(db, times);
  assert.equal(found, rows);
  assert.equal([rows.length, rows[2], rows.at(-1)], [PERSONS, 7, 8]);
  db.close();
});

created("begins with the stored times, and follows all that happened since", () => {
  const db = openPersons();
  storeAll(createCreatedTimes(db, 1));
  // The rows of these two are not read any more.
  damage(db, 1);
  damage(db, PERSONS);
  writeNow(db, () => {
    db.sql("UPDATE persons SET created_at = 9 WHERE id = 2").run();
    db.sql("INSERT INTO persons (project_id, uuid, created_at) VALUES (1, 'new', 10)").run();
  });
  assert.equal(...bothOf(db, createCreatedTimes(db, 1)));
  db.close();
});

created("reads the rows where the stored times are damaged, or changes since then are gone", () => {
  for (const change of [
    "UPDATE actor_tables SET data = zeroblob(length(data)) WHERE id = 2",
    "UPDATE actor_tables SET last_id = last_id - 1 WHERE id = 2",
    "UPDATE actor_tables SET mark = mark - 1 WHERE id = 2",
    "INSERT INTO identity_changes (seq) SELECT max(seq) + 2 FROM identity_changes; DELETE FROM identity_changes WHERE seq < (SELECT max(seq) FROM identity_changes)",
  ]) {
    const db = openPersons();
    storeAll(createCreatedTimes(db, 1));
    damage(db, 1);
    assert.equal(bothOf(db, createCreatedTimes(db, 1))[1].length, PERSONS);
    db.sqlite.exec(change);
    assert.throws(() => bothOf(db, createCreatedTimes(db, 1)), /person 1 are damaged/, change);
    db.close();
  }
});

created(
  "stores them for many persons alone, again when many are new, and a question between two steps loses nothing",
  () => {
    const db = openPersons();
    const lastStored = () => db.sql("SELECT last_id FROM actor_tables WHERE id = 2").pluck().get();
    storeAll(createCreatedTimes(db, PERSONS + 1));
    assert.is(lastStored(), undefined);
    const times = createCreatedTimes(db, 1);
    const steps = times.store();
    steps.next();
    assert.equal(...bothOf(db, times));
    for (const _ of steps);
    assert.is(lastStored(), PERSONS);
    assert.equal(...bothOf(db, times));
    const add = (count: number) =>
      db.sqlite.exec(`INSERT INTO persons (project_id, uuid, created_at)
      SELECT 1, hex(randomblob(8)), 5 FROM persons LIMIT ${count}`);
    add(3);
    storeAll(times);
    assert.is(lastStored(), PERSONS);
    add(1);
    storeAll(times);
    assert.is(lastStored(), PERSONS + 4);
    assert.equal(...bothOf(db, createCreatedTimes(db, 1)));
    db.close();
  },
);

created.run();
