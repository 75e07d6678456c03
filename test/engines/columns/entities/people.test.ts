import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createPeople } from "../../../../lib/engines/columns/entities/people.ts";
import { openDatabase } from "../../../../lib/log/index.ts";
import { writeNow } from "../../../../lib/storage/index.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { loadCase, openEmpty } from "../../../questions/load-case.ts";
import { tempFolder } from "../../../support/temp-folder.ts";

const people = suite("createPeople");

const DATA = { now: "2024-01-01T00:00:00Z", persons: [{ distinct_ids: ["a", "b"] }, { distinct_ids: ["c"] }] };

function idOf(db: Db, distinctId: string): number {
  return Number(db.sql("SELECT id FROM distinct_ids WHERE distinct_id = ?").pluck().get(distinctId));
}

people("gives each distinct id its person, and personless ones a number of their own", () => {
  const db = openEmpty();
  const events = ["x", "y", "z"].map((id) => ({
    event: "e",
    distinct_id: id,
    timestamp: DATA.now,
    personless: id !== "z",
  }));
  loadCase(db, { ...DATA, events });
  const { actors, personLimit, actorLimit } = createPeople(db).current();
  assert.equal(
    ["a", "b", "c", "z"].map((id) => actors[idOf(db, id)]),
    [1, 1, 2, 0],
  );
  assert.equal(
    ["x", "y"].map((id) => actors[idOf(db, id)]),
    [personLimit, personLimit + 1],
  );
  assert.is(actorLimit, personLimit + 2);
});

people("follows what another connection does: a merge, a new id, a deletion, a person's new age", () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const db = openDatabase({ file, durability: "normal" });
  const other = openDatabase({ file, durability: "normal" });
  loadCase(db, DATA);
  const store = createPeople(db);
  const actorOf = (id: string) => store.current().actors[idOf(db, id)];
  assert.is(actorOf("c"), 2);
  assert.is(store.createdMs()[2], Date.parse(DATA.now));
  writeNow(other, () => {
    other.sql("UPDATE distinct_ids SET person_id = 1 WHERE distinct_id = 'c'").run();
    other.sql("INSERT INTO distinct_ids (project_id, distinct_id, person_id) VALUES (1, 'd', 2)").run();
    other.sql("UPDATE distinct_ids SET person_id = NULL WHERE distinct_id = 'b'").run();
    other.sql("UPDATE persons SET created_at = 5 WHERE id = 2").run();
  });
  assert.equal(["a", "b", "c", "d"].map(actorOf), [1, 0, 1, 2]);
  assert.is(store.createdMs()[2], 5);
  other.close();
  db.close();
  folder.remove();
});

people("reads everything afresh when changes that it has not seen are gone", () => {
  const db = openEmpty();
  loadCase(db, DATA);
  const store = createPeople(db);
  store.current();
  writeNow(db, () => {
    db.sql("UPDATE distinct_ids SET person_id = 2 WHERE distinct_id = 'a'").run();
    db.sql("UPDATE distinct_ids SET person_id = 2 WHERE distinct_id = 'b'").run();
    db.sql("DELETE FROM identity_changes WHERE seq = 1").run();
  });
  assert.is(store.current().actors[idOf(db, "a")], 2);
});

people("begins with the stored actors, and follows all that happened since", () => {
  const folder = tempFolder();
  const db = openDatabase({ file: folder.file("a.db"), durability: "normal" });
  const events = ["x", "y"].map((id) => ({ event: "e", distinct_id: id, timestamp: DATA.now, personless: true }));
  loadCase(db, { ...DATA, events });
  const IDS = ["a", "b", "c", "x", "y"];
  const actorsOf = (ids: readonly string[]) => {
    const { actors } = createPeople(db).current();
    return ids.map((id) => actors[idOf(db, id)]);
  };
  const before = actorsOf(IDS);
  const first = createPeople(db, 1);
  first.store();
  assert.is(storedIn(db), 0, "nothing was read yet");
  first.current();
  first.store();
  assert.is(storedIn(db), 1);
  // A reader of rows would refuse this one; the stored actors do not need it.
  db.sqlite.exec("UPDATE distinct_ids SET head_sum = head_sum + 1 WHERE distinct_id = 'b'");
  assert.equal(actorsOf(IDS), before);
  writeNow(db, () => {
    db.sql("UPDATE distinct_ids SET person_id = 1 WHERE distinct_id = 'c'").run();
    db.sql("UPDATE distinct_ids SET person_id = 2 WHERE distinct_id = 'x'").run();
    db.sql("INSERT INTO distinct_ids (project_id, distinct_id, person_id) VALUES (1, 'd', 2)").run();
    db.sql("INSERT INTO distinct_ids (project_id, distinct_id, is_personless) VALUES (1, 'z', 1)").run();
  });
  const { personLimit, actorLimit } = createPeople(db).current();
  assert.equal(actorsOf([...IDS, "d", "z"]), [1, 1, 1, 2, personLimit + 1, 2, personLimit + 2]);
  assert.is(actorLimit, personLimit + 3);
  db.close();
  folder.remove();
});

people("reads all rows where the stored actors are damaged, or changes since then are gone", () => {
  const damages = [
    "UPDATE actor_tables SET data = zeroblob(length(data))",
    "UPDATE actor_tables SET data = substr(data, 5)",
    "UPDATE actor_tables SET person_limit = person_limit + 1",
    "UPDATE actor_tables SET last_id = last_id - 1",
    "INSERT INTO identity_changes (seq) VALUES (9)",
  ];
  for (const damage of damages) {
    const db = openEmpty();
    loadCase(db, DATA);
    const store = createPeople(db, 1);
    store.current();
    store.store();
    assert.is(storedIn(db), 1);
    db.sqlite.exec("UPDATE distinct_ids SET head_sum = head_sum + 1 WHERE distinct_id = 'b'");
    createPeople(db).current();
    db.sqlite.exec(damage);
    assert.throws(() => createPeople(db).current(), /distinct id 2 are damaged/, damage);
    db.close();
  }
});

people("stores actors again when many are new, not for each", () => {
  const db = openEmpty();
  loadCase(db, { ...DATA, persons: Array.from({ length: 100 }, (_, index) => ({ distinct_ids: [`id ${index}`] })) });
  const store = createPeople(db, 1);
  const lastStored = () => {
    store.current();
    store.store();
    return db.sql("SELECT last_id FROM actor_tables").pluck().get();
  };
  const add = (count: number) =>
    db.sqlite.exec(`INSERT INTO distinct_ids (project_id, distinct_id, person_id)
      SELECT 1, 'new ' || hex(randomblob(8)), 1 FROM distinct_ids LIMIT ${count}`);
  assert.is(lastStored(), 100);
  add(5);
  assert.is(lastStored(), 100);
  add(1);
  assert.is(lastStored(), 106);
  db.close();
});

function storedIn(db: Db): unknown {
  return db.sql("SELECT count(*) FROM actor_tables").pluck().get();
}

people.run();
