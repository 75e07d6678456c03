import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createActors } from "../../../lib/log/import/actors.ts";
import { openStaging } from "../../../lib/log/import/staging.ts";
import { createTestContext } from "../../transfer/context.ts";
import { whenAll } from "../../support/rounds.ts";

const numbering = suite("createActors");

whenAll(numbering)("numbers ids and names the same after they were forgotten, and keeps what is known of them", () => {
  const staging = openStaging(createTestContext().db, "");
  const actors = createActors(staging);
  staging.transact(() => {
    assert.is(actors.see("first", 50, true), 1);
    assert.is(actors.name("first"), 1);
    // More than are remembered at once: 200,000 ids, 10,000 names.
    for (let number = 0; number < 200_001; number += 1) actors.see(`u${number}`, 100, false);
    for (let number = 0; number < 10_001; number += 1) actors.name(`e${number}`);
    assert.is(actors.see("first", 70, false), 1);
    assert.is(actors.name("first"), 1);
    assert.is(actors.name("e10000"), 10_002);
    assert.is(actors.see("u0", 20, false), 2);
    actors.flush();
  });
  const rows = staging
    .sql("SELECT distinct_id, earliest, ordinary, personless FROM staging.actors WHERE id < 4")
    .raw()
    .all();
  assert.equal(rows, [
    ["first", 50, 1, 1],
    ["u0", 20, 1, 0],
    ["u1", 100, 1, 0],
  ]);
  assert.is(staging.sql("SELECT count(*) FROM staging.actors").pluck().get(), 200_002);
  staging.close();
});

numbering.run();
