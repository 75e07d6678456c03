import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FUNCTIONS } from "../../../adapters/ui/page/views/sql/functions.ts";
import { TABLES, toFirstQuestion } from "../../../adapters/ui/page/views/sql/tables.ts";
import { KEYWORDS } from "../../../adapters/ui/page/views/sql/words.ts";
import { createHoglet } from "../../../lib/index.ts";
import { KNOWN_NAMES } from "../../../lib/hogql/compile/compile-call.ts";
import { toTypeName } from "../../../lib/hogql/compile/type.ts";
import { isReserved } from "../../../lib/hogql/language/keywords.ts";
import { TABLES as QUERIED } from "../../../lib/hogql/tables.ts";

const listing = suite("TABLES");

listing("names the tables that queries see, with their columns and types, in that order", () => {
  const queried = Object.entries(QUERIED).map(([name, { columns, hidden }]) => [
    name,
    Object.entries(columns)
      .filter(([column]) => !hidden.includes(column))
      // The zone of an instant is the project's.
      .map(([column, type]) => [column, type.family === "time" ? "DateTime" : toTypeName(type, "UTC")]),
  ]);
  assert.equal(
    Object.entries(TABLES).map(([name, columns]) => [name, Object.entries(columns)]),
    queried,
  );
});

listing.run();

const words = suite("words of the editor");

words("has the functions that queries have", () => {
  assert.equal([...FUNCTIONS].toSorted(), [...new Set(KNOWN_NAMES)].toSorted());
});

words("takes for keywords those of the grammar, NOT, values, and those of windows", () => {
  const others = KEYWORDS.filter((word) => !isReserved(word));
  assert.equal(others, ["not", "null", "over", "partition", "true", "false"]);
});

words.run();

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
