import { suite } from "uvu";
import * as assert from "uvu/assert";
import { completionAt, toProperties } from "../../../adapters/ui/page/views/sql/complete.ts";

/** Completes at the bar, which is no part of the statement; the labels, or null. */
function complete(marked: string, isAsked = false) {
  const at = marked.indexOf("|");
  const place = completionAt(marked.replace("|", ""), at, isAsked);
  return place === null ? null : { ...place, labels: place.items.map(({ label }) => label) };
}
const labels = (marked: string, isAsked = false) => complete(marked, isAsked)?.labels ?? null;

const owner = (marked: string) => complete(marked)?.owner;

const completing = suite("completionAt");

completing("offers tables after FROM and JOIN, and named queries", () => {
  assert.equal(labels("SELECT * FROM ev|"), ["events"]);
  assert.equal(labels("SELECT * FROM per|"), ["persons", "person_distinct_ids"]);
  assert.equal(labels("SELECT * FROM events e JOIN coh|"), ["cohorts", "cohort_people"]);
  assert.equal(labels("WITH firsts AS (SELECT 1) SELECT * FROM fir|"), ["firsts"]);
});

completing("offers the columns of the statement's tables first, then functions and keywords", () => {
  assert.is(labels("SELECT timest| FROM events")?.[0], "timestamp");
  assert.is(labels("SELECT is_id| FROM persons")?.[0], "is_identified");
  assert.is(labels("SELECT is_id| FROM events"), null);
  // Without FROM, as while the statement is begun: events.
  assert.is(labels("SELECT distinct_i|")?.[0], "distinct_id");
  assert.ok(labels("SELECT * FROM events WHE|")?.includes("WHERE"));
});

completing("offers the columns of the table behind an alias, and of person", () => {
  assert.ok(labels("SELECT e.| FROM events e JOIN persons AS p ON 1")?.includes("timestamp"));
  assert.ok(labels("SELECT p.| FROM events e JOIN persons AS p ON 1")?.includes("is_identified"));
  assert.equal(labels("SELECT p.timest| FROM events e JOIN persons p ON 1"), null);
  assert.ok(labels("SELECT person.| FROM events")?.includes("created_at"));
});

completing("a function gets its parentheses, with the cursor between them", () => {
  const item = complete("SELECT countIf|")?.items.find(({ label }) => label === "countIf");
  assert.equal([item?.insert, item?.back], ["countIf()", 1]);
});

completing("knows the owner of properties", () => {
  assert.is(owner("SELECT properties.pl| FROM events"), "event");
  assert.is(owner("SELECT properties.| FROM persons"), "person");
  assert.is(owner("SELECT person.properties.pl| FROM events"), "person");
  assert.is(owner("SELECT e.person.properties.pl| FROM events e"), "person");
  assert.is(owner("SELECT p.properties.pl| FROM events e JOIN persons p ON 1"), "person");
  assert.is(owner("SELECT properties.| FROM groups"), "group");
});

completing("offers nothing in texts and comments, for numbers, and without a letter unless it is asked", () => {
  for (const marked of [
    "SELECT 'ev|'",
    "SELECT 1 -- ev|",
    "SELECT /* ev|",
    "SELECT 1|",
    "SELECT |",
    "SELECT 'it''s ev|",
  ]) {
    assert.is(complete(marked), null, marked);
  }
  for (const marked of [
    "SELECT 'a', timest|",
    "SELECT 1 -- a\n, timest|",
    "SELECT /* a */ timest|",
    "SELECT 'it''s', timest|",
  ]) {
    assert.is(labels(marked)?.[0], "timestamp", marked);
  }
  assert.ok((labels("SELECT |", true)?.length ?? 0) > 10);
});

completing("quotes names of properties that need it", () => {
  const found = toProperties(["plan", "$browser", "my plan"], "pl");
  assert.equal(
    found.map(({ insert }) => insert),
    ["plan", "`my plan`"],
  );
});

completing("offers nothing for a whole word: a name that the statement gives, or a column", () => {
  const sql = "SELECT toStartOfWeek(timestamp) AS week FROM events GROUP BY week";
  assert.is(completionAt(sql, sql.length), null);
  assert.is(completionAt("SELECT timestamp", "SELECT timestamp".length), null);
  assert.ok(completionAt(sql, sql.length, true) !== null, "but when it is asked for");
});

completing.run();
