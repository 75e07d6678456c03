import type { ActorList } from "../../../../lib/port/actors.ts";
import type { WholeList } from "../../../../lib/engines/columns/entities/actor-list.ts";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Cache } from "../../../../lib/engines/columns/log/cache.ts";
import { createKnownActors } from "../../../../lib/engines/columns/entities/known-actors.ts";
import { writeNow } from "../../../../lib/storage/index.ts";
import { openEmpty } from "../../../questions/load-case.ts";

/** A list that differs from other lists in one number; the tests read nothing else of it. */
function toList(number: number): ActorList {
  return Object.assign({ kind: "trend-actors" }, { projectId: number });
}

function open(budgetBytes = 1e6) {
  const db = openEmpty();
  const known = createKnownActors(db, new Cache(budgetBytes));
  let made = 0;
  const get = (number: number) => {
    return known.get(toList(number), (): WholeList => {
      made++;
      return { by: "persons", ids: Float64Array.of(number), order: "keys" };
    });
  };
  return { db, get, made: () => made };
}

const known = suite("createKnownActors");

known("makes a list once, and those of other questions besides", () => {
  const { db, get, made } = open();
  const first = get(1);
  assert.is(get(1), first);
  get(2);
  assert.is(get(1), first);
  assert.is(made(), 2);
  db.close();
});

known("makes it again when anything was written", () => {
  const { db, get, made } = open();
  get(1);
  writeNow(db, () => db.sql("INSERT INTO event_names (project_id, name) SELECT 1, 'x' WHERE 0").run());
  get(1);
  assert.is(made(), 1);
  writeNow(db, () => db.sql("UPDATE log_changes SET deletions = deletions + 1").run());
  get(1);
  assert.is(made(), 2);
  db.close();
});

known("keeps the four that were asked for last", () => {
  const { db, get, made } = open();
  for (const number of [1, 2, 3, 4, 1, 5]) get(number);
  assert.is(made(), 5);
  for (const number of [1, 3, 4, 5]) get(number);
  assert.is(made(), 5);
  get(2);
  assert.is(made(), 6);
  db.close();
});

known("keeps none that there is no room for", () => {
  const { db, get, made } = open(4);
  get(1);
  get(1);
  assert.is(made(), 2);
  db.close();
});

known.run();
