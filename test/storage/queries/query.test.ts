import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openDatabase } from "../../../lib/log/index.ts";
import { and, desc, eq, insertInto, pages, query, sql, whereGiven } from "../../../lib/storage/queries/index.ts";
import { dashboards, dashboardTiles, notes } from "../../../lib/storage/tables/index.ts";

const open = () => openDatabase({ file: undefined, durability: "normal" });

const addNote = insertInto(notes, ["projectId", "name", "value"]);
const noteByName = query((db, given: { projectId: number; name: string }) =>
  db
    .select()
    .from(notes)
    .where(and(eq(notes.projectId, given.projectId), eq(notes.name, given.name))),
);

const queries = suite("query");

queries("gives rows by the names of the program, and undefined for none", () => {
  const db = open();
  addNote.run(db, { projectId: 1, name: "a", value: "1" });
  assert.equal(noteByName.get(db, { projectId: 1, name: "a" }), { projectId: 1, name: "a", value: "1" });
  assert.equal(noteByName.all(db, { projectId: 1, name: "a" }), [{ projectId: 1, name: "a", value: "1" }]);
  assert.is(noteByName.get(db, { projectId: 1, name: "b" }), undefined);
});

queries("compiles its statement once per connection, by `db.sql`", () => {
  const texts: string[] = [];
  const [db, other] = [open(), open()];
  const watched = { sql: <Row>(text: string) => (texts.push(text), db.sql<Row>(text)) };
  addNote.run(watched, { projectId: 1, name: "a", value: "1" });
  addNote.run(watched, { projectId: 1, name: "b", value: "1" });
  assert.is(texts.length, 2);
  assert.is(new Set(texts).size, 1);
  assert.is(noteByName.get(other, { projectId: 1, name: "a" }), undefined);
  assert.is(noteByName.get(db, { projectId: 1, name: "a" })?.value, "1");
});

queries("gives what a statement changed, and the rows that it returns", () => {
  const db = open();
  const removed = query((q) => q.delete(notes).returning({ name: notes.name }));
  assert.is(addNote.run(db, { projectId: 1, name: "a", value: "1" }).changes, 1);
  assert.equal(removed.all(db), [{ name: "a" }]);
  assert.is(removed.get(db), undefined);
});

queries("refuses a call without one of its values, which nothing but a cast can make", () => {
  const db = open();
  assert.throws(() => noteByName.get(db, { projectId: 1 } as { projectId: number; name: string }), /"name"/);
});

queries("refuses a join that does not list its columns, whose rows would be rows within rows", () => {
  const db = open();
  const joined = query((q) =>
    q
      .select()
      .from(dashboardTiles)
      .innerJoin(dashboards, sql`1`),
  );
  assert.throws(() => joined.all(db), /List the columns of a join/);
});

queries.run();

const paging = suite("pages");

paging("gives a page and the count of all pages, by the same condition", () => {
  const db = open();
  for (const name of ["a", "b", "c"]) addNote.run(db, { projectId: 1, name, value: "1" });
  addNote.run(db, { projectId: 2, name: "a", value: "1" });
  const listed = pages(
    notes,
    ({ projectId, name }: { projectId: number; name: string | null }) =>
      and(eq(notes.projectId, projectId), whereGiven(notes.name, name)),
    desc(notes.name),
  );
  const names = (name: string | null, page: { limit: number; offset: number }) => {
    const { count, rows } = listed(db, { projectId: 1, name }, page);
    return [count, rows.map((row) => row.name).join("")];
  };
  assert.equal(names(null, { limit: 2, offset: 0 }), [3, "cb"]);
  assert.equal(names(null, { limit: 2, offset: 2 }), [3, "a"]);
  assert.equal(names("b", { limit: 2, offset: 0 }), [1, "b"]);
});

paging.run();
