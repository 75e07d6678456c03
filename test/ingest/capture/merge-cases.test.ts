import { suite } from "uvu";
import * as assert from "uvu/assert";
import { alias, identify, ping, set, testCases } from "../../support/capture-case.ts";
import type { CaptureCase } from "../../support/capture-case.ts";
import type { Sent } from "../../support/world.ts";
import { openWorld, WAYS } from "../../support/world.ts";

const T1 = "2020-01-01T12:00:05.200Z";
const T2 = "2020-02-02T12:00:05.200Z";
const IDENTIFIED_ALREADY = "cannot_merge_already_identified";
const ILLEGAL = "cannot_merge_with_illegal_distinct_id";

/** Two requests after which `id` belongs to an identified person. */
function identified(id: string, properties: Record<string, unknown> = {}): Sent[] {
  return [set(id, properties), identify(id, `${id}-before`)];
}

const MERGES: CaptureCase[] = [
  {
    case: "H1",
    given: [set("t", { a: 1 })],
    when: [{ event: "$identify", distinct_id: "t", $set: { b: 2 } }],
    persons: { t: { properties: { a: 1, b: 2 }, is_identified: false, version: 1 } },
  },
  {
    case: "H2",
    project: 2,
    when: [identify("new-user", "old-user", { timestamp: T1 })],
    persons: {
      "old-user": {
        uuid: "4db89b1b-c399-51fa-adb3-df07003c84ef",
        distinct_ids: ["new-user", "old-user"],
        is_identified: true,
        version: 0,
        created_at: T1,
      },
    },
    count: 1,
  },
  {
    case: "H2",
    says: "also as a T that an event log already knows without a person",
    given: [ping("t", { properties: { $process_person_profile: false } })],
    when: [identify("t", "o", { $set: { a: 1 } })],
    persons: { t: { distinct_ids: ["t", "o"], is_identified: true, version: 0, properties: { a: 1 } } },
    count: 1,
  },
  {
    case: "H4",
    given: [set("t", { a: 1 })],
    when: [identify("t", "o")],
    persons: { o: { distinct_ids: ["t", "o"], is_identified: true, version: 1, properties: { a: 1 } } },
    count: 1,
  },
  {
    case: "H5",
    given: [set("o", { a: 1 }), ping("t")],
    when: [identify("t", "o")],
    persons: { t: { distinct_ids: ["o", "t"], is_identified: true, version: 1, properties: { a: 1 } } },
    count: 1,
  },
  {
    case: "H7",
    given: [...identified("o"), set("t", { a: 1 })],
    when: [identify("t", "o", { $set: { b: 2 } })],
    persons: {
      t: { distinct_ids: ["t"], is_identified: true, properties: { a: 1, b: 2 }, version: 1 },
      o: { distinct_ids: ["o", "o-before"], is_identified: true, properties: {} },
    },
    count: 2,
    warnings: [IDENTIFIED_ALREADY],
  },
  {
    case: "H8",
    given: [...identified("o"), ...identified("t")],
    when: [identify("t", "o", { $set: { b: 2 } })],
    persons: { t: { properties: { b: 2 }, is_identified: true }, o: { properties: {}, is_identified: true } },
    count: 2,
    warnings: [IDENTIFIED_ALREADY],
  },
  {
    case: "H8",
    says: "$merge_dangerously merges them",
    given: [...identified("o", { a: 1 }), ...identified("t", { b: 1 })],
    when: [{ event: "$merge_dangerously", distinct_id: "t", properties: { alias: "o" } }],
    persons: { o: { distinct_ids: ["o", "o-before", "t", "t-before"], properties: { a: 1, b: 1 } } },
    count: 1,
  },
  {
    case: "H10",
    given: [set("o", { a: 1, b: 2 }, { timestamp: T1 }), set("t", { b: 3, c: 4, d: 5 }, { timestamp: T2 })],
    when: [identify("t", "o", { $set: { d: 6, e: 7 }, $set_once: { a: 8, f: 9 } })],
    persons: { t: { properties: { a: 1, b: 3, c: 4, d: 6, e: 7, f: 9 }, created_at: T1, version: 1 } },
    count: 1,
  },
  {
    case: "H11",
    given: [
      set("old", { key_on_both: "old value both", key_on_old: "old value" }),
      set("new", { key_on_both: "new value both", key_on_new: "new value" }),
    ],
    when: [alias("new", "old")],
    persons: {
      new: { properties: { key_on_both: "new value both", key_on_new: "new value", key_on_old: "old value" } },
    },
    count: 1,
  },
  {
    case: "H13",
    given: [ping("t"), ping("o"), identify("t", "o")],
    when: [identify("t", "o"), identify("o", "t"), alias("t", "o")],
    persons: { o: { distinct_ids: ["t", "o"], is_identified: true, version: 1 } },
    count: 1,
  },
  {
    case: "H14",
    given: [ping("old")],
    when: [alias("new", "old")],
    persons: { new: { distinct_ids: ["old", "new"], is_identified: true } },
    count: 1,
  },
  {
    case: "H16",
    given: [ping("old"), ping("old_2"), alias("new", "old")],
    when: [alias("new", "old_2")],
    persons: { new: { distinct_ids: ["old", "old_2", "new"] } },
    count: 1,
  },
  {
    case: "H17",
    when: [alias("a", "b")],
    persons: { b: { distinct_ids: ["a", "b"], is_identified: true } },
    count: 1,
  },
  {
    case: "H19",
    given: [...identified("o"), ping("t")],
    when: [alias("t", "o")],
    persons: { t: { distinct_ids: ["t"], is_identified: true }, o: { distinct_ids: ["o", "o-before"] } },
    count: 2,
    warnings: [IDENTIFIED_ALREADY],
  },
  {
    case: "H20",
    given: [set("1", { a: 1 }), set("2", { b: 2 }), set("3", { c: 3 })],
    when: [
      identify("t", "1", { $set: { x: 1 } }),
      identify("t", "2", { $set: { y: 2 } }),
      identify("t", "3", { $set: { z: 3 } }),
    ],
    persons: { t: { distinct_ids: ["1", "2", "3", "t"], properties: { a: 1, b: 2, c: 3, x: 1, y: 2, z: 3 } } },
    count: 1,
  },
  {
    case: "H23",
    given: [ping("anon"), identify("u1", "anon"), ping("u1"), ping("p2"), identify("p2new", "p2"), ping("p2new")],
    when: [identify("u1", "p2new")],
    persons: {
      u1: { distinct_ids: ["anon", "u1"], is_identified: true },
      p2: { distinct_ids: ["p2", "p2new"], is_identified: true },
    },
    count: 2,
    warnings: [IDENTIFIED_ALREADY],
  },
  {
    case: "H25",
    given: [set("u1", { a: "u1" }), set("anon2", { a: "anon2" })],
    when: [{ event: "$create_alias", distinct_id: "u1", properties: { distinct_id: "u1", alias: "anon2" } }],
    persons: { anon2: { uuid: "66545e47-9600-5f24-95fd-044cb5baa8f0", properties: { a: "u1" } } },
    count: 1,
  },
  {
    case: "H26",
    says: "u1's person is absorbed",
    given: [set("u1", { a: "u1", b: 1 }), set("anon2", { a: "anon2" })],
    when: [{ event: "$create_alias", distinct_id: "anon2", properties: { distinct_id: "anon2", alias: "u1" } }],
    persons: { u1: { properties: { a: "anon2", b: 1 } } },
    count: 1,
  },
  {
    case: "H26",
    says: "refused when u1 is identified",
    given: [...identified("u1"), ping("anon2")],
    when: [alias("anon2", "u1")],
    persons: { u1: { distinct_ids: ["u1", "u1-before"] }, anon2: { distinct_ids: ["anon2"] } },
    warnings: [IDENTIFIED_ALREADY],
  },
  {
    case: "H28",
    when: [
      alias("t", { x: 1 }),
      identify("t", 42),
      { event: "$merge_dangerously", distinct_id: "t", properties: { alias: [1] } },
    ],
    persons: { t: null },
    events: [],
    warnings: ["invalid_alias", "invalid_anon_distinct_id", "invalid_alias"],
  },
  {
    case: "H28",
    says: "the other events of the request are kept",
    when: [ping("t"), alias("t", 0), ping("t")],
    persons: { t: {} },
    events: [{ event: "ping" }, { event: "ping" }],
    warnings: ["invalid_alias"],
  },
  {
    case: "H29",
    when: [identify("t", null, { $set: { a: 1 } })],
    persons: { t: { distinct_ids: ["t"], is_identified: false, properties: { a: 1 } }, null: null },
    warnings: [ILLEGAL],
  },
  {
    case: "H32",
    given: [ping("o"), ping("t"), identify("t", "o")],
    when: [set("o", { a: 1 })],
    persons: { t: { distinct_ids: ["o", "t"], properties: { a: 1 }, version: 2 } },
    count: 1,
  },
  {
    case: "H34",
    given: [...[0, 1, 2, 3].map((v) => set("o", { v })), ...[0, 1, 2, 3, 4, 5].map((v) => set("t", { v }))],
    when: [identify("t", "o", { $set: { w: 1 } })],
    persons: { t: { version: 6, properties: { v: 5, w: 1 } } },
  },
  {
    case: "H34",
    says: "the higher version may be O's",
    given: [...[0, 1, 2].map((v) => set("o", { v })), ping("t")],
    when: [identify("t", "o")],
    persons: { t: { version: 3, properties: { v: 2 } } },
  },
];

const merges = suite("merges");
testCases(merges, MERGES);

merges("H22 the same ids in another project are other persons", async () => {
  for (const way of WAYS) {
    const world = openWorld();
    await world.capture([ping("1"), ping("2")], { way });
    await world.capture(set("2", { email: "b@example.com" }), { way, project: 2 });
    const before = world.persons(2);
    await world.capture(identify("2", "1", { $set: { a: 1 } }), { way });
    assert.equal(world.persons(2), before);
    assert.equal(world.person("1")?.distinct_ids, ["1", "2"]);
    world.close();
  }
});

merges("H31 the survivor of a merge is on the static cohorts of both", async () => {
  const world = openWorld();
  const { db } = world.ctx;
  await world.capture([ping("o"), ping("t")]);
  const personId = (id: string) =>
    db.sql("SELECT person_id FROM distinct_ids WHERE distinct_id = ?").pluck().get(id) as number;
  const add = (cohortId: number, id: string) =>
    db.sql("INSERT INTO cohort_members (cohort_id, person_id) VALUES (?, ?)").run(cohortId, personId(id));
  const survivor = personId("t");
  add(1, "o");
  add(2, "o");
  add(2, "t");
  add(3, "t");
  await world.capture(identify("t", "o"));
  const members = db.sql("SELECT cohort_id, person_id FROM cohort_members ORDER BY cohort_id").raw().all();
  assert.equal(members, [
    [1, survivor],
    [2, survivor],
    [3, survivor],
  ]);
  world.close();
});

merges.run();
