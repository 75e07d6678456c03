import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { AnyFilterInput } from "../../../lib/events/filters/index.ts";
import type { PersonListInput } from "../../../lib/people/persons/index.ts";
import { openPeople } from "./people.ts";
import type { People } from "./people.ts";

const P = "/api/projects/1/persons";

type Query = Record<string, unknown>;

/** The first distinct ids of the persons listed, in both ways. */
const WAYS: Record<string, (people: People, query: Query) => Promise<{ count: number; ids: string[] }>> = {
  "by the handle": async ({ persons }, query) => {
    const { count, results } = await persons.list(query as PersonListInput);
    return { count, ids: results.map((person) => person.distinct_ids[0] ?? "") };
  },
  "over HTTP": async ({ ask }, query) => {
    const texts = Object.entries(query).map(([key, value]) => [
      key,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]);
    const { status, body } = await ask("GET", `${P}?${new URLSearchParams(texts as [string, string][])}`);
    assert.is(status, 200, JSON.stringify(body));
    const results = body.results as { distinct_ids: string[] }[];
    return { count: Number(body["count"]), ids: results.map((person) => person.distinct_ids[0] ?? "") };
  },
};

interface Row {
  says: string;
  given: Record<string, Record<string, unknown>>;
  query: Query;
  finds: string[];
}

const PEOPLE = {
  a: { email: "one@x.org" },
  b: { email: "two@x.org", name: "jim" },
  "id-3": { name: "jan" },
};

const filter = (key: string, value: unknown, operator?: string) => ({
  properties: [{ key, type: "person", ...(value !== undefined && { value }), ...(operator && { operator }) }],
});

// The numbers are those of fixtures/cases/rest.md.
const ROWS: Row[] = [
  { says: "1 search: part of an email", given: PEOPLE, query: { search: "two@x" }, finds: ["b"] },
  { says: "1 search: in any letter case", given: PEOPLE, query: { search: "TWO@X" }, finds: ["b"] },
  {
    says: "1 search: in any letter case of any script",
    given: {
      a: { email: "Jörg.Müller@x.org" },
      b: { email: "ЖУК@x.org" },
      c: { email: "jorg@x.org" },
      d: { email: 5 },
    },
    query: { search: "JÖRG.MÜLLER@X" },
    finds: ["a"],
  },
  {
    says: "1 search: %, _ and \\ are letters",
    given: { a: { email: "ann_b@x.org" }, b: { email: "annab@x.org" }, c: { email: "100%@x.org" } },
    query: { search: "n_b" },
    finds: ["a"],
  },
  {
    says: "1 search: % alone",
    given: { a: { email: "a@x.org" }, b: { email: "100%@x" } },
    query: { search: "%" },
    finds: ["b"],
  },
  {
    says: "1 search: _ beyond ASCII",
    given: { a: { email: "jörg_m@x" }, b: { email: "jörgxm@x" } },
    query: { search: "ÖRG_" },
    finds: ["a"],
  },
  {
    says: "1 search: a backslash",
    given: { a: { email: "a\\b@x" }, b: { email: "ab@x" } },
    query: { search: "a\\b" },
    finds: ["a"],
  },
  {
    says: "1 search: a text beyond ASCII in another letter case",
    given: { a: { email: "Jörg.Müller@x.org" }, b: { email: "ЖУК@x.org" }, c: { name: "жук" } },
    query: { search: "жук@X.ORG" },
    finds: ["b"],
  },
  { says: "2 search: a whole distinct id", given: PEOPLE, query: { search: "id-3" }, finds: ["id-3"] },
  { says: "2 search: not a part of a distinct id", given: PEOPLE, query: { search: "id-" }, finds: [] },
  { says: "4 search: not the name", given: PEOPLE, query: { search: "jim" }, finds: [] },
  {
    says: "5 search: the UUID",
    given: { "user-1": { email: "q@x.org" }, other: {} },
    query: { search: "6931A681-6e90-500d-8294-14582dcc2e3f" },
    finds: ["user-1"],
  },
  { says: "7 distinct_id", given: PEOPLE, query: { distinct_id: "b" }, finds: ["b"] },
  { says: "11 distinct_id: this project's person alone", given: PEOPLE, query: { distinct_id: "a" }, finds: ["a"] },
  { says: "8 distinct_id: nobody's", given: PEOPLE, query: { distinct_id: "nope" }, finds: [] },
  { says: "8 email: nobody's", given: PEOPLE, query: { email: "nope" }, finds: [] },
  { says: "9 email", given: PEOPLE, query: { email: "two@x.org" }, finds: ["b"] },
  { says: "10 email: the letter case counts", given: PEOPLE, query: { email: "Two@x.org" }, finds: [] },
  { says: "no filter: newest first", given: PEOPLE, query: {}, finds: ["id-3", "b", "a"] },
  {
    says: "empty texts are no filters",
    given: PEOPLE,
    query: { search: "", email: "", distinct_id: "" },
    finds: ["id-3", "b", "a"],
  },
  {
    says: "filters are AND-ed",
    given: PEOPLE,
    query: { search: "x.org", email: "one@x.org", distinct_id: "a" },
    finds: ["a"],
  },
  {
    says: "filters are AND-ed, and one misses",
    given: PEOPLE,
    query: { search: "x.org", distinct_id: "id-3" },
    finds: [],
  },
  { says: "search and properties", given: PEOPLE, query: { search: "x.org", ...filter("name", "jim") }, finds: ["b"] },
  {
    says: "email and properties that miss",
    given: PEOPLE,
    query: { email: "one@x.org", ...filter("name", "jim") },
    finds: [],
  },
  { says: "32 is_set", given: PEOPLE, query: filter("email", undefined, "is_set"), finds: ["b", "a"] },
  { says: "34 exact without an operator", given: PEOPLE, query: filter("email", "one@x.org"), finds: ["a"] },
  {
    says: "35 without a type it is about the person",
    given: PEOPLE,
    query: { properties: [{ key: "name", value: "jan" }] },
    finds: ["id-3"],
  },
  { says: "35 the old map too", given: PEOPLE, query: { properties: { email__icontains: "ONE" } }, finds: ["a"] },
  { says: "37 exact of a list", given: PEOPLE, query: filter("name", ["jim", "jan"]), finds: ["id-3", "b"] },
  {
    says: "38 is_not matches who has none",
    given: PEOPLE,
    query: filter("name", "jim", "is_not"),
    finds: ["id-3", "a"],
  },
  { says: "40 exact empty text does not match who has none", given: PEOPLE, query: filter("name", ""), finds: [] },
  {
    says: "41 is_set with null",
    given: { a: { plan: null }, b: {} },
    query: filter("plan", undefined, "is_set"),
    finds: [],
  },
  {
    says: "41 is_not_set with null",
    given: { a: { plan: null }, b: {} },
    query: filter("plan", undefined, "is_not_set"),
    finds: ["b", "a"],
  },
  {
    says: "43 exact of a number's text",
    given: { a: { v: 1.5 }, b: { v: 15 } },
    query: filter("v", "1.5"),
    finds: ["a"],
  },
  {
    says: "43 exact of a number's text: the same text too",
    given: { a: { v: "1.5" } },
    query: filter("v", "1.5"),
    finds: ["a"],
  },
  {
    says: "44 exact of a JSON boolean",
    given: { a: { vip: true }, b: { vip: false } },
    query: filter("vip", true),
    finds: ["a"],
  },
  {
    says: "44 exact of a boolean's text",
    given: { a: { vip: true }, b: { vip: "no" } },
    query: filter("vip", "true"),
    finds: ["a"],
  },
  {
    says: "44 exact true",
    given: { a: { vip: true }, b: { vip: "no" } },
    query: filter("vip", ["true"]),
    finds: ["a"],
  },
  { says: "46 regex", given: PEOPLE, query: filter("email", "^o.*org$", "regex"), finds: ["a"] },
  { says: "46 regex: the letter case counts", given: PEOPLE, query: filter("email", "ONE", "regex"), finds: [] },
  { says: "47 regex anywhere", given: PEOPLE, query: filter("email", "x.", "regex"), finds: ["b", "a"] },
  { says: "not_regex", given: PEOPLE, query: filter("email", "^o", "not_regex"), finds: ["id-3", "b"] },
  { says: "icontains", given: PEOPLE, query: filter("email", "X.ORG", "icontains"), finds: ["b", "a"] },
  { says: "not_icontains", given: PEOPLE, query: filter("email", "one", "not_icontains"), finds: ["id-3", "b"] },
  { says: "gt", given: { a: { n: 1 }, b: { n: 2 }, c: {} }, query: filter("n", 1, "gt"), finds: ["b"] },
  { says: "gte", given: { a: { n: 1 }, b: { n: 2 }, c: {} }, query: filter("n", 1, "gte"), finds: ["b", "a"] },
  { says: "lt", given: { a: { n: 1 }, b: { n: 2 }, c: {} }, query: filter("n", 2, "lt"), finds: ["a"] },
  { says: "lte", given: { a: { n: 1 }, b: { n: 2 }, c: {} }, query: filter("n", "2", "lte"), finds: ["b", "a"] },
  {
    says: "49 is_date_exact",
    given: { a: { at: "2024-05-01T10:00:00Z" }, b: {} },
    query: filter("at", "2024-05-01", "is_date_exact"),
    finds: ["a"],
  },
  {
    says: "50 is_date_after the same day",
    given: { a: { at: "2024-05-01T10:00:00Z" } },
    query: filter("at", "2024-05-01", "is_date_after"),
    finds: [],
  },
  {
    says: "50 is_date_after the day before",
    given: { a: { at: "2024-05-01T10:00:00Z" } },
    query: filter("at", "2024-04-30", "is_date_after"),
    finds: ["a"],
  },
  {
    says: "52 is_date_before with no date",
    given: { a: { at: "yesterday" } },
    query: filter("at", "2024-04-30", "is_date_before"),
    finds: [],
  },
  {
    says: "56 an unknown cohort",
    given: PEOPLE,
    query: { properties: [{ key: "id", type: "cohort", value: 999_999 }] },
    finds: [],
  },
  {
    says: "an OR group of AND groups",
    given: { a: { plan: "pro", n: 1 }, b: { plan: "pro", n: 9 }, c: { plan: "free", n: 1 }, d: {} },
    query: {
      properties: {
        type: "OR",
        values: [
          {
            type: "AND",
            values: [
              { key: "plan", value: "pro" },
              { key: "n", value: 5, operator: "gt" },
            ],
          },
          { type: "AND", values: [{ key: "n", operator: "is_not_set" }] },
        ],
      },
    },
    finds: ["d", "b"],
  },
  {
    says: "negation",
    given: PEOPLE,
    query: { properties: [{ key: "name", value: "jim", negation: true }] },
    finds: ["id-3", "a"],
  },
  {
    says: "keys with quotes, dots and dollars",
    given: { a: { 'a"b.c': 1, $x: 2 }, b: { $x: 2 } },
    query: {
      properties: [
        { key: 'a"b.c', value: 1 },
        { key: "$x", value: 2 },
      ],
    },
    finds: ["a"],
  },
];

const lists = suite("listPersons");

for (const [way, list] of Object.entries(WAYS)) {
  for (const row of ROWS) {
    lists(`${row.says} (${way})`, async () => {
      const people = openPeople();
      await people.add(row.given);
      await people.add({ stranger: { email: "one@x.org", name: "jim", plan: "pro" }, a: { email: "two@x.org" } }, 2);
      assert.equal(await list(people, row.query), { count: row.finds.length, ids: row.finds });
      people.close();
    });
  }
}

lists(
  "7, 22: either of a person's ids finds it; the name is the plain id, and the newer person comes first",
  async () => {
    const { capture, join, persons } = openPeople();
    await capture({ event: "x", distinct_id: "a-b-c-d-e" });
    await join("p1", "a-b-c-d-e");
    await capture({ event: "x", distinct_id: "p2" });
    await join("p2", "f-g-h-i-j");
    assert.equal(
      (await persons.list()).results.map((person) => person.name),
      ["p2", "p1"],
    );
    for (const distinct_id of ["p1", "a-b-c-d-e"]) {
      assert.equal((await persons.list({ distinct_id })).results[0]?.distinct_ids, ["p1", "a-b-c-d-e"]);
    }
  },
);

lists("a dynamic cohort filters by its definition, a static one by its members", async () => {
  const { add, ctx, id, persons } = openPeople();
  await add({ a: { plan: "pro" }, b: { plan: "pro" }, c: {} });
  const cohort = ctx.db.sql(
    "INSERT INTO cohorts (id, project_id, name, groups, is_static, created_at) VALUES (?, 1, 'c', ?, ?, 0)",
  );
  cohort.run(1, JSON.stringify([{ properties: [{ key: "plan", value: "pro", type: "person" }] }]), 0);
  cohort.run(2, "[]", 1);
  ctx.db.sql("INSERT INTO cohort_members (cohort_id, person_id) VALUES (2, ?)").run(id("c"));
  const find = async (value: number, operator: "in" | "not_in", more: AnyFilterInput[] = []) => {
    const properties: AnyFilterInput[] = [{ key: "id", type: "cohort", value, operator }, ...more];
    return (await persons.list({ properties })).results.map((person) => person.name);
  };
  assert.equal(await find(1, "in"), ["b", "a"]);
  assert.equal(await find(1, "not_in"), ["c"]);
  assert.equal(await find(2, "in"), ["c"]);
  assert.equal(await find(2, "not_in", [{ key: "plan", value: "pro" }]), ["b", "a"]);
});

lists("19, 53, 55: what cannot be read is refused, and so is a filter that is not about persons", async () => {
  const { ask } = openPeople();
  const refused = async (query: string) => {
    const { status, body } = await ask("GET", `${P}?${query}`);
    return [status, body["code"], body["attr"]];
  };
  assert.equal(await refused("properties=not json"), [400, "invalid_input", null]);
  assert.equal(await refused('properties=[{"key":"a","value":1,"type":"nonsense"}]'), [
    400,
    "invalid_input",
    "properties__0__type",
  ]);
  assert.equal(await refused('properties=[{"key":"a","value":1,"type":"event"}]'), [
    400,
    "invalid_input",
    "properties",
  ]);
  assert.equal(await refused('properties=[{"key":"a"}]'), [400, "required", "properties__0__value"]);
  assert.equal(await refused("limit=ten"), [400, "invalid_input", "limit"]);
  assert.equal(await refused("offset=-1"), [400, "min_value", "offset"]);
});

lists.run();
