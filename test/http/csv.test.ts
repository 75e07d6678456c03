import { parse } from "csv-parse/sync";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openPeople } from "../people/persons/people.ts";
import { flatten, toCsv } from "../../lib/http/csv.ts";
import type { RowPages } from "../../lib/base/row-pages.ts";
import { columnsOf, toRows } from "../../lib/http/csv-rows.ts";
import { createDispatch, routes } from "../../lib/http/index.ts";
import { whenAll } from "../support/rounds.ts";

const P = "/api/projects/1/persons";

type Table = Record<string, string>[];

const read = (text: unknown) => parse(String(text), { columns: true }) as Table;

const inPages = (...pages: unknown[][]): RowPages =>
  async function* () {
    yield* pages;
  };

async function write(pages: RowPages, options: { escapeFormulas?: boolean; columns?: string[] } = {}): Promise<string> {
  let text = "";
  for await (const piece of toCsv(pages, { escapeFormulas: true, columns: [], ...options })) text += piece;
  return text;
}

const flattening = suite("flatten");

flattening("joins keys with dots, counts positions, and has no column for what is empty", () => {
  const row = { id: 1, a: { b: { c: "x" }, list: [true, { d: null }] }, none: [], nothing: {}, gone: undefined };
  const cells = [
    ["id", 1],
    ["a.b.c", "x"],
    ["a.list.0", true],
    ["a.list.1.d", null],
  ];
  assert.equal([...flatten(row)], cells);
});

flattening("of two fields that come to one name shows the later", () => {
  assert.equal([...flatten({ "a.b": 1, a: { b: 2 } })], [["a.b", 2]]);
});

flattening("calls the column of a row that is no object value", () => {
  assert.equal([...flatten("x")], [["value", "x"]]);
  assert.equal([...flatten(["x", "y"]).keys()], ["0", "1"]);
});

flattening.run();

const writing = suite("toCsv");

writing("has the union of the columns of all pages, in code-point order, with CRLF", async () => {
  const text = await write(inPages([{ b: 1, "\u{1F600}": 1 }], [], [{ a: "x", "\uE000": 1, B: null }]));
  assert.is(text, "B,a,b,\uE000,\u{1F600}\r\n,,1,,1\r\n,x,,1,\r\n");
});

writing("quotes only what needs it", async () => {
  const rows = [{ a: "x,y" }, { a: 'say "hi"' }, { a: "two\nlines" }, { a: "cr\rhere" }, { a: "plain text; 'x'" }];
  const text = await write(inPages(rows));
  assert.is(text, `a\r\n"x,y"\r\n"say ""hi"""\r\n"two\nlines"\r\n"cr\rhere"\r\nplain text; 'x'\r\n`);
});

writing("writes booleans as True and False, null as nothing, and numbers as they are", async () => {
  assert.is(await write(inPages([{ a: true, b: false, c: null, d: -1.5 }])), "a,b,c,d\r\nTrue,False,,-1.5\r\n");
});

const FORMULAS = ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "\uFF1D1"];

writing("neutralises what a spreadsheet would take for a formula, in cells and in the header", async () => {
  const rows = FORMULAS.map((formula) => ({ a: formula }));
  const cells = parse(await write(inPages([...rows, { a: -1 }, { a: "a=1" }]))) as string[][];
  assert.equal(cells.slice(1).flat(), [...FORMULAS.map((formula) => `'${formula}`), "-1", "a=1"]);
  assert.match(await write(inPages([{ "=cmd()": 1 }])), /^'=cmd\(\)\r\n/);
});

writing("leaves formulas alone when told to", async () => {
  const rows = FORMULAS.map((formula) => ({ "=h": formula }));
  const text = await write(inPages(rows), { escapeFormulas: false });
  assert.equal((parse(text) as string[][]).flat(), ["=h", ...FORMULAS]);
});

writing("gives the header alone when there are no rows, and only then", async () => {
  assert.is(await write(inPages([]), { columns: ["name", "id"] }), "id,name\r\n");
  assert.is(await write(inPages([{ a: 1 }]), { columns: ["name", "id"] }), "a\r\n1\r\n");
});

whenAll(writing)("cuts a wide table into small pieces", async () => {
  const wide = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`c${index}`, index]));
  const lengths: number[] = [];
  const table = toCsv(inPages(Array.from({ length: 20 }, () => wide)), { escapeFormulas: true, columns: [] });
  for await (const piece of table) lengths.push(piece.length);
  // A row has more cells than a piece.
  assert.is(lengths.length, 1 + 20);
});

writing("reads the next page only when the text of the one before was taken", async () => {
  let asked = 0;
  const pages: RowPages = async function* () {
    for (let page = 0; page < 5; page++) {
      asked++;
      yield [{ page }];
    }
  };
  const pieces = toCsv(pages, { escapeFormulas: true, columns: [] });
  const seen: number[] = [];
  for await (const _ of pieces) seen.push(asked);
  // Five for the columns; the header needs no row.
  assert.equal(seen, [5, 6, 7, 8, 9, 10]);
});

writing("leaves out what a row got after the columns were collected", async () => {
  let walks = 0;
  const pages: RowPages = async function* () {
    yield walks++ === 0 ? [{ a: 1 }] : [{ a: 2, late: 3 }, { a: 4 }];
  };
  assert.is(await write(pages), "a\r\n2\r\n4\r\n");
});

writing.run();

const rowsOf = suite("toRows");

rowsOf("finds the rows of every kind of answer", () => {
  const person = { id: 1 };
  assert.equal(toRows([person]), [person]);
  assert.equal(toRows({ results: [person], next: null }), [person]);
  assert.equal(toRows({ results: [{ people: [person, person], count: 2 }] }), [person, person]);
  assert.equal(toRows({ result: [{ person, appearances: [1, 0] }] }), [{ person, appearances: [1, 0] }]);
  assert.equal(toRows(person), [person]);
  assert.equal(toRows({ results: { a: person } }), [{ results: { a: person } }]);
});

rowsOf.run();

const columns = suite("columnsOf");

const columnsOfPath = (path: string) => columnsOf(routes.find((route) => route.path === path)?.response).toSorted();

columns("knows the single values of a row by the route's schema", () => {
  const project = "/api/projects/:project_id";
  assert.equal(columnsOfPath(`${project}/persons`), ["created_at", "id", "is_identified", "name", "uuid"]);
  assert.equal(columnsOfPath(`${project}/persons/values`), ["count", "name"]);
});

columns.run();

const http = suite("person endpoints as CSV");

http("case: the table of rest.md 5.2, but for the record's own shape and ISO instants", async () => {
  const { ask, add, clock } = openPeople();
  clock.nowMs = Date.UTC(2024, 2, 1, 8, 15, 30, 250);
  await add({ u1: { email: "m@x.org", $os: "Mac OS X", vip: true } });
  clock.nowMs = Date.UTC(2024, 2, 2);
  await add({ u2: { $os: "Windows", plan: null } });
  const { status, body, headers } = await ask<string>("GET", `${P}?format=csv`);
  assert.is(status, 200);
  assert.is(headers.get("content-type"), "text/csv; charset=utf-8");
  assert.is(headers.get("content-disposition"), 'attachment; filename="persons.csv"');
  assert.is(headers.get("cache-control"), "no-store");
  const [header, ...lines] = body.split("\r\n");
  assert.equal(header?.split(","), [
    "created_at",
    "distinct_ids.0",
    "id",
    "is_identified",
    "name",
    "properties.$creator_event_uuid",
    "properties.$os",
    "properties.email",
    "properties.plan",
    "properties.vip",
    "uuid",
  ]);
  assert.match(lines[0] ?? "", /^2024-03-02T00:00:00Z,u2,2,False,u2,[0-9a-f-]{36},Windows,,,,[0-9a-f-]{36}$/);
  assert.match(lines[1] ?? "", /^2024-03-01T08:15:30.250000Z,u1,1,False,m@x.org,[^,]+,Mac OS X,m@x.org,,True,/);
  assert.is(lines[2], "");
});

http("by parameter, by suffix, with and without a slash, under the older path, and by Accept", async () => {
  const { ask, add } = openPeople();
  await add({ a: {} });
  const wanted = (await ask<string>("GET", `${P}?format=csv`)).body;
  assert.is(read(wanted).length, 1);
  for (const path of [`${P}.csv`, `${P}.csv/`, `${P}/?format=csv`, "/api/person.csv", "/api/person/?format=csv"]) {
    assert.is((await ask<string>("GET", path)).body, wanted, path);
  }
  const accepted = await ask<string>("GET", P, { headers: { accept: "text/csv" } });
  assert.is(accepted.body, wanted);
});

whenAll(http)("has all persons that pass, over many pages, or those that limit and offset name", async () => {
  const { ask, add } = openPeople();
  const people = Array.from({ length: 1203 }, (_, index) => [`p${index}`, { n: index, email: `p${index}@x.org` }]);
  await add(Object.fromEntries(people) as Record<string, Record<string, unknown>>);
  const names = people.map(([name]) => name).toReversed();
  const namesOf = async (query: string) =>
    read((await ask("GET", `${P}.csv?${query}`)).body).map((row) => row["distinct_ids.0"]);
  assert.equal(await namesOf(""), names);
  assert.equal(await namesOf("limit=2&offset=1"), names.slice(1, 3));
  // Over the edge of the pieces in which rows are read, beyond the largest page, and beyond the end.
  assert.equal(await namesOf("limit=10&offset=495"), names.slice(495, 505));
  assert.equal(await namesOf("limit=1100"), names.slice(0, 1100));
  assert.equal(await namesOf("limit=0&offset=1200"), names.slice(1200));
  assert.equal(await namesOf("offset=1203"), []);
  assert.is((await ask("GET", `${P}.csv?limit=-1`)).status, 400);
  const filter = JSON.stringify([{ key: "n", value: 1200, operator: "gte" }]);
  const few = read((await ask("GET", `${P}.csv?properties=${encodeURIComponent(filter)}`)).body);
  assert.equal(
    few.map((row) => row["properties.n"]),
    ["1202", "1201", "1200"],
  );
  const found = read((await ask("GET", `${P}.csv?search=P7@x`)).body);
  assert.equal(
    found.map((row) => row["name"]),
    ["p7@x.org"],
  );
});

http("case 26: a row for each person, however many distinct ids they have", async () => {
  const { ask, add, join } = openPeople();
  await add({ a: {}, b: {} });
  await join("a", "a2");
  await join("a", "a3");
  const { body } = await ask<string>("GET", `${P}.csv`);
  const [header = "", ...rows] = body.trimEnd().split("\r\n");
  assert.equal([rows.length, header.includes("distinct_ids.2")], [2, true]);
});

http("case 29: lists and objects have a column for each single value, in code-point order", async () => {
  const { ask, add } = openPeople();
  await add({ a: { b: { c: 1 }, a: [true, null] } });
  const { body } = await ask<string>("GET", `${P}.csv`);
  const [header = "", row = ""] = body.split("\r\n").map((line) => line.split(","));
  const names = ["properties.a.0", "properties.a.1", "properties.b.c"];
  assert.equal(
    [...header].filter((name) => names.includes(name)),
    names,
  );
  assert.equal(
    names.map((name) => row[header.indexOf(name)]),
    ["True", "", "1"],
  );
});

http("case 28: says the columns every person has when there are none", async () => {
  const { ask } = openPeople();
  assert.is((await ask("GET", `${P}.csv`)).body as unknown, "created_at,id,is_identified,name,uuid\r\n");
  assert.is((await ask("GET", `${P}/values.csv?key=plan`)).body as unknown, "count,name\r\n");
});

http("neutralises formulas unless escape_formulas=false", async () => {
  const { ask, add } = openPeople();
  await add({ a: { name: "=HYPERLINK(1)", n: -5 } });
  const [safe] = read((await ask("GET", `${P}.csv`)).body);
  assert.equal(
    [safe?.["properties.name"], safe?.["name"], safe?.["properties.n"]],
    ["'=HYPERLINK(1)", "'=HYPERLINK(1)", "-5"],
  );
  const [raw] = read((await ask("GET", `${P}.csv?escape_formulas=false`)).body);
  assert.is(raw?.["properties.name"], "=HYPERLINK(1)");
  const bad = await ask("GET", `${P}.csv?escape_formulas=maybe`);
  assert.equal([bad.status, bad.body["attr"]], [400, "escape_formulas"]);
});

http("works on every person endpoint: one person, values, actions, deletions", async () => {
  const { ask, add, id } = openPeople();
  await add({ a: { plan: "pro" }, b: { plan: "pro" } });
  const [person] = read((await ask("GET", `${P}/${id("a")}.csv`)).body);
  assert.equal([person?.["distinct_ids.0"], person?.["properties.plan"]], ["a", "pro"]);
  const values = await ask<string>("GET", `${P}/values.csv?key=plan`);
  assert.is(values.body, "count,name\r\n2,pro\r\n");
  assert.is(values.headers.get("content-disposition"), 'attachment; filename="values.csv"');
  const changed = read(
    (await ask("PATCH", `${P}/${id("a")}?format=csv`, { body: { properties: { plan: "x" } } })).body,
  );
  assert.is(changed[0]?.["properties.plan"], "x");
  const asked = { body: { key: "k", value: 1 } };
  const updated = await ask("POST", `${P}/${id("a")}/update_property.csv`, asked);
  assert.is(updated.body as unknown, "success\r\nTrue\r\n");
  const history = read((await ask("GET", `${P}/${id("a")}/activity.csv`)).body);
  assert.equal(
    history.map((row) => row["activity"]),
    ["updated", "updated"],
  );
  const gone = await ask("DELETE", `${P}/${id("b")}?format=csv`);
  assert.equal([gone.status, gone.body], [204, null]);
});

http("errors stay JSON, with their status", async () => {
  const { ask } = openPeople();
  const unknown = await ask("GET", `${P}/77.csv`);
  assert.equal([unknown.status, unknown.body["code"]], [404, "not_found"]);
  const bad = await ask("GET", `${P}.csv?properties=%7B`);
  assert.equal([bad.status, bad.body["detail"]], [400, "Properties are unparsable!"]);
  const wrong = await ask("GET", `${P}.csv?properties=${encodeURIComponent('[{"key":"a","operator":"near"}]')}`);
  assert.is(wrong.status, 400);
  assert.is((await ask("GET", `${P}.csv`, { key: null })).status, 401);
});

http("persons deleted between header and rows are left out, new ones too, and the stream can be left", async () => {
  const { ctx, add, id, ask } = openPeople();
  await add({ a: { n: 1 }, b: { n: 2 } });
  const reply = await createDispatch(
    ctx,
    routes,
  )({
    method: "GET",
    url: `${P}.csv`,
    headers: { authorization: "Bearer phx_test_key" },
    body: new Uint8Array(0),
    ip: null,
  });
  const pieces = (reply.body as AsyncIterable<string>)[Symbol.asyncIterator]();
  const header = await pieces.next();
  await ask("DELETE", `${P}/${id("b")}`);
  await add({ c: { n: 3, later: 1 } });
  const rows = await pieces.next();
  const table = read(`${String(header.value)}${String(rows.value)}`);
  assert.equal(
    table.map((row) => row["distinct_ids.0"]),
    ["a"],
  );
  assert.is((await pieces.return?.())?.done, true);
});

http.run();
