import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { HogletError } from "../../../lib/base/errors.ts";
import { personUuid } from "../../../lib/base/ids.ts";
import type { SplitInput } from "../../../lib/people/persons/split.ts";
import { openPeople } from "./people.ts";
import type { People } from "./people.ts";

async function open(): Promise<People> {
  const people = openPeople();
  await people.add({ a: { plan: "pro" } });
  await people.join("a", "b");
  await people.join("a", "c");
  return people;
}

const who = ({ persons }: Pick<People, "persons">) =>
  persons
    .list()
    .then(({ results }) => results.toReversed().map((person) => [person.distinct_ids.join(" "), person.uuid]));

const A = personUuid(1, "a");
const B = personUuid(1, "b");
const C = personUuid(1, "c");

const ROWS: { says: string; input: SplitInput; leaves: string[][] }[] = [
  {
    says: "N5 82, 86 no main: the first id stays (and, as decided, the properties)",
    input: {},
    leaves: [
      ["a", A],
      ["b", B],
      ["c", C],
    ],
  },
  {
    says: "null is no main",
    input: { main_distinct_id: null },
    leaves: [
      ["a", A],
      ["b", B],
      ["c", C],
    ],
  },
  {
    says: "an empty main is none",
    input: { main_distinct_id: "" },
    leaves: [
      ["a", A],
      ["b", B],
      ["c", C],
    ],
  },
  {
    says: "N4 81 the main stays",
    input: { main_distinct_id: "a" },
    leaves: [
      ["a", A],
      ["b", B],
      ["c", C],
    ],
  },
  {
    says: "5.7 the id that founded the person moves: it gets another UUID",
    input: { main_distinct_id: "b" },
    leaves: [
      ["b", A],
      ["a", personUuid(1, "a:split")],
      ["c", C],
    ],
  },
  {
    says: "90 only the chosen ones move",
    input: { distinct_ids_to_split: ["b"] },
    leaves: [
      ["a c", A],
      ["b", B],
    ],
  },
  {
    says: "92 duplicates count once",
    input: { distinct_ids_to_split: ["b", "b"] },
    leaves: [
      ["a c", A],
      ["b", B],
    ],
  },
];

const split = suite("splitPerson");

for (const { says, input, leaves } of ROWS) {
  split(says, async () => {
    const people = await open();
    await people.persons.split(1, input);
    assert.equal(await who(people), leaves);
    const { properties } = await people.persons.get(1);
    assert.is(properties["plan"], "pro", "properties are kept");
  });
}

split("new persons have no properties, are not identified, were created now, and get the next events", async () => {
  const people = await open();
  await people.persons.split(1);
  const [b] = (await people.persons.list({ distinct_id: "b" })).results;
  assert.equal([b?.properties, b?.is_identified, b?.created_at], [{}, false, "2024-06-10T12:00:00Z"]);
  await people.capture({ event: "x", distinct_id: "b", properties: { $set: { n: 1 } } });
  assert.is((await people.persons.list({ distinct_id: "b" })).results[0]?.properties["n"], 1);
  assert.is((await people.persons.get(1)).properties["n"], undefined);
});

split("94 over HTTP: success, and all is done by then", async () => {
  const people = await open();
  const { status, body } = await people.ask("POST", "/api/projects/1/persons/1/split", { body: {} });
  assert.equal([status, body as unknown], [200, { success: true }]);
  assert.is((await who(people)).length, 3);
});

split("past events follow their distinct ids", async () => {
  const people = await open();
  await people.capture({ event: "x", distinct_id: "b" });
  await people.persons.split(1);
  assert.is(people.events().at(-1)?.person, B);
});

split("83 a person of one id stays as it is, and nothing is logged", async () => {
  const people = openPeople();
  await people.add({ a: { plan: "pro" } });
  for (const input of [{}, { main_distinct_id: "a" }]) await people.persons.split(1, input);
  assert.equal([await who(people), people.activity()], [[["a", A]], []]);
});

split("88 and 89 100 ids become 100 persons of one id each", async () => {
  const people = openPeople();
  await people.add({ main: {} });
  for (let n = 0; n < 100; n++) await people.join("main", `id-${n}`);
  await people.persons.split(1, { main_distinct_id: "main" });
  const { count, results } = await people.persons.list({ limit: 200 });
  assert.equal([count, results.every((person) => person.distinct_ids.length === 1)], [101, true]);
  assert.is(new Set(results.map((person) => person.uuid)).size, 101);
});

split("what was split can be joined and split again", async () => {
  const people = await open();
  await people.persons.split(1, { main_distinct_id: "b" });
  await people.join("b", "a");
  await people.persons.split(1, { main_distinct_id: "b" });
  assert.equal((await who(people)).map(([ids]) => ids).toSorted(), ["a", "b", "c"]);
});

const BAD: [says: string, input: unknown, attr: string][] = [
  ["unknown id", { distinct_ids_to_split: ["b", "x"] }, "distinct_ids_to_split"],
  ["empty list", { distinct_ids_to_split: [] }, "distinct_ids_to_split"],
  ["text", { distinct_ids_to_split: "b" }, "distinct_ids_to_split"],
  ["numbers", { distinct_ids_to_split: [1] }, "distinct_ids_to_split__0"],
  ["with main", { distinct_ids_to_split: ["b"], main_distinct_id: "a" }, "distinct_ids_to_split"],
  ["all of them", { distinct_ids_to_split: ["a", "b", "c"] }, "distinct_ids_to_split"],
  ["unknown main", { main_distinct_id: "x" }, "main_distinct_id"],
];
for (const [says, input, attr] of BAD) {
  split(`91 ${says}: 400, and nothing moves`, async () => {
    const people = await open();
    const error = await people.persons.split(1, input as SplitInput).catch((thrown: HogletError) => thrown);
    assert.equal([error?.status, error?.attr], [400, attr]);
    assert.equal([await who(people), people.activity()], [[["a b c", A]], []]);
  });
}

split("the history tells all ids that there were", async () => {
  const people = await open();
  await people.persons.split(1, { distinct_ids_to_split: ["c"] });
  const [entry] = people.activity();
  assert.equal([entry?.activity, entry?.item_id, entry?.detail["name"]], ["split_person", "1", A]);
  const [change] = (entry?.detail["changes"] ?? []) as Record<string, unknown>[];
  assert.equal([change?.["action"], change?.["after"]], ["split", { distinct_ids: ["a", "b", "c"] }]);
});

split.run();
