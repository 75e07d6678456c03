import { suite } from "uvu";
import * as assert from "uvu/assert";
import { eventNames, openDatabase } from "../../lib/log/index.ts";
import type { Db } from "../../lib/storage/index.ts";

const names = suite("names of events");

function openSmall(): Db {
  const db = openDatabase({ file: undefined, durability: "normal" });
  db.sqlite.exec(`
    INSERT INTO projects (uuid, name, api_token, created_at) VALUES ('u', 'p', 't', 0), ('v', 'q', 's', 0);
    INSERT INTO event_names (project_id, name) VALUES (1, 'seen'), (1, 'bought'), (2, 'other');
    UPDATE event_names SET text_sum = hoglet_text_sum(name)`);
  return db;
}

names("are those of the project, with their ids", () => {
  const db = openSmall();
  const { idOf, nameOf, all } = eventNames(db, 1);
  assert.equal([idOf("bought"), idOf("sold"), idOf("other")], [2, undefined, undefined]);
  assert.is(nameOf(2), "bought");
  assert.throws(() => nameOf(3), /the event name 3 are damaged/);
  assert.equal(Object.fromEntries(all()), { 1: "seen", 2: "bought" });
  db.close();
});

names("are refused where a row is damaged, and where a damaged row may have had the name", () => {
  const db = openSmall();
  db.sqlite.exec("UPDATE event_names SET text_sum = text_sum + 1 WHERE id = 1");
  const { idOf, nameOf, all } = eventNames(db, 1);
  for (const read of [() => idOf("seen"), () => idOf("sold"), () => nameOf(1), all]) {
    assert.throws(read, /the event name 1 are damaged/);
  }
  assert.is(idOf("bought"), 2);
  db.close();
});

names.run();
