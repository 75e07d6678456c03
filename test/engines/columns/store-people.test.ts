import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openColumns } from "../../../lib/engines/columns/index.ts";
import { writeNow } from "../../../lib/storage/index.ts";
import { loadCase, openEmpty } from "../../questions/load-case.ts";

const storing = suite("storeDerived");

/** From 50,000 persons on they are stored. */
const PERSONS = 50_000;

storing("stores owners and creation times before any question has read them, and once", () => {
  const db = openEmpty();
  loadCase(db, { now: "2024-01-01T00:00:00Z", persons: [{ distinct_ids: ["first"] }] });
  writeNow(db, () => {
    db.sqlite.exec(`
      WITH RECURSIVE n (id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM n LIMIT ${PERSONS - 1})
      INSERT INTO persons (id, project_id, uuid, created_at) SELECT n.id, p.project_id, 'uuid ' || n.id, n.id FROM n JOIN persons p ON p.id = 1;
      INSERT INTO distinct_ids (project_id, distinct_id, person_id) SELECT project_id, 'id ' || id, id FROM persons WHERE id > 1`);
  });
  const stored = () => db.sql<[number, number]>("SELECT id, last_id FROM actor_tables ORDER BY id").raw().all();
  const columns = openColumns(db, []);
  for (const _ of columns.storeDerived());
  assert.equal(stored(), [
    [1, PERSONS],
    [2, PERSONS],
  ]);
  const changes = db.sql("SELECT total_changes()").pluck();
  const before = changes.get();
  for (const _ of columns.storeDerived());
  assert.equal(changes.get(), before);
  db.close();
});

storing.run();
