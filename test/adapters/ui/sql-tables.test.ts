import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TABLES, toFirstQuestion } from "../../../adapters/ui/page/views/sql/tables.ts";
import { createHoglet } from "../../../lib/index.ts";
import { VIEWS } from "../../../lib/sql/views.ts";

const listing = suite("TABLES");

listing("names the views that queries see, with their columns and types, in that order", () => {
  const views = Object.entries(VIEWS).map(([name, { columns }]) => [name, Object.entries(columns)]);
  assert.equal(
    Object.entries(TABLES).map(([name, columns]) => [name, Object.entries(columns)]),
    views,
  );
});

listing.run();

const asking = suite("toFirstQuestion");

asking("is a question that is answered, for every table", async () => {
  const hoglet = await createHoglet();
  for (const [table, columns] of Object.entries(TABLES)) {
    assert.equal((await hoglet.query(toFirstQuestion(table))).columns, Object.keys(columns), table);
  }
  await hoglet.close();
});

asking("begins with the newest rows", () => {
  assert.is(toFirstQuestion("events"), "SELECT * FROM events ORDER BY timestamp DESC");
  assert.is(toFirstQuestion("cohort_people"), "SELECT * FROM cohort_people");
});

asking.run();
