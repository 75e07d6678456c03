import { suite } from "uvu";
import * as assert from "uvu/assert";
import { groupLookup } from "../../../lib/events/filters/index.ts";
import { openDatabase } from "../../../lib/log/index.ts";

const lookup = suite("groupLookup");

lookup("gives the properties of a described group of the project, else none", () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  const add = db.sql(
    "INSERT INTO groups (project_id, group_type_index, group_key, properties, created_at) VALUES (?, ?, ?, ?, 0)",
  );
  add.run(1, 0, "org:5", '{"plan":"pro"}');
  add.run(1, 1, "org:5", '{"size":7}');
  add.run(2, 0, "foreign", '{"plan":"free"}');
  const groups = groupLookup(db, 1);
  assert.equal(groups(0, "org:5"), { plan: "pro" });
  assert.equal(groups(1, "org:5"), { size: 7 });
  assert.equal([groups(2, "org:5"), groups(0, "foreign"), groups(0, "")], [{}, {}, {}]);
  db.close();
});

lookup("reads a group once, and each time it is made anew", () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  db.sql(
    `INSERT INTO groups (project_id, group_type_index, group_key, properties, created_at) VALUES (1, 0, 'a', '{"n":1}', 0)`,
  ).run();
  const groups = groupLookup(db, 1);
  assert.equal(groups(0, "a"), { n: 1 });
  db.sql(`UPDATE groups SET properties = '{"n":2}'`).run();
  assert.equal([groups(0, "a"), groupLookup(db, 1)(0, "a")], [{ n: 1 }, { n: 2 }]);
  db.close();
});

lookup.run();
