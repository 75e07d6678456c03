import { suite } from "uvu";
import * as assert from "uvu/assert";
import { alias, identify, ping, set, testCases } from "../support/capture-case.ts";
import type { CaptureCase } from "../support/capture-case.ts";
import type { Sent } from "../support/world.ts";
import { openWorld, WAYS } from "../support/world.ts";

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

const ANON = "im an anonymous id";

/** Ids that no `$identify` may merge with, and what the case says of them. */
const NEVER_MERGED: [number: string, id: string][] = [
  ["H40", "distinctId"],
  ["H40", "DISTINCTID"],
  ["H43", "undefined"],
  ["H43", "UNDEFINED"],
  ["H44", "None"],
  ["H44", "none"],
  ["H47", "null"],
  ["H49", '"undefined"'],
  ["H49", '"None"'],
  ["H50", "'guest'"],
  ["H50", "'GUEST'"],
  ["H55", "Anonymous"],
  ["H55", "guest"],
  ["H55", "Distinct_Id"],
  ["H55", "ID"],
  ["H55", "not_authenticated"],
  ["H55", "EMAIL"],
  ["H55", "True"],
  ["H55", "FALSE"],
  ["H55", "[object Object]"],
  ["H55", "NaN"],
  ["H55", "0"],
  ["H55", "'[object Object]'"],
  ["H55", '"  "'],
];

/** Ids that look like the above and are somebody's. */
const MERGED: [number: string, id: string][] = [
  ["H46", "Nan"],
  ["H47", "NULL"],
  ["H47", "Null"],
  ["H46", "NONE"],
  ["H46", "[object object]"],
  ["H46", "00"],
  ["H46", " anonymous"],
  ["H46", "'guest\""],
  ["H46", "'guest"],
  ["H46", "system"],
];

const ILLEGALS: CaptureCase[] = [
  ...NEVER_MERGED.map(([number, id]): CaptureCase => ({
    case: number,
    says: `never merges ${JSON.stringify(id)}, on either side`,
    given: [ping(ANON)],
    when: [identify(id, ANON, { $set: { a: 1 } }), identify("u", id, { $set: { a: 2 } })],
    persons: {
      [id]: { distinct_ids: [id], is_identified: false, properties: { a: 1 }, version: 0 },
      u: { distinct_ids: ["u"], is_identified: false, properties: { a: 2 }, version: 0 },
      [ANON]: { distinct_ids: [ANON], is_identified: false, properties: {}, version: 0 },
    },
    count: 3,
    warnings: [ILLEGAL, ILLEGAL],
  })),
  ...MERGED.map(([number, id]): CaptureCase => ({
    case: number,
    says: `merges ${JSON.stringify(id)}`,
    given: [ping(ANON)],
    when: [identify(id, ANON)],
    persons: { [id]: { distinct_ids: [ANON, id], is_identified: true } },
    count: 1,
  })),
  {
    case: "H41",
    says: "a blank anonymous id never merges (a blank distinct id is refused with 400: D5)",
    given: [ping("t")],
    when: [identify("t", "  ", { $set: { a: 1 } }), identify("t", "")],
    persons: { t: { distinct_ids: ["t"], is_identified: false, properties: { a: 1 } } },
    warnings: [ILLEGAL, ILLEGAL],
  },
  {
    case: "H52",
    given: [ping(ANON)],
    when: [alias("false", ANON)],
    persons: { false: { distinct_ids: ["false"], is_identified: false }, [ANON]: { distinct_ids: [ANON] } },
    warnings: [ILLEGAL],
  },
  {
    case: "H53",
    given: [ping("t"), ping("null")],
    when: [{ event: "$create_alias", distinct_id: "t", properties: { alias: "null" }, $set: { a: 1 } }],
    persons: { t: { distinct_ids: ["t"], properties: { a: 1 }, is_identified: false } },
    count: 2,
    warnings: [ILLEGAL],
  },
  {
    case: "H55",
    says: "$merge_dangerously is no way around",
    given: [ping("guest")],
    when: [{ event: "$merge_dangerously", distinct_id: "t", properties: { alias: "guest" } }],
    persons: { t: { distinct_ids: ["t"], is_identified: false }, guest: { distinct_ids: ["guest"] } },
    warnings: [ILLEGAL],
  },
  {
    case: "H55",
    says: "NUL, and more than 400 characters",
    given: [ping("a\ufffdb")],
    when: [identify("t", "a\u0000b"), identify("t", "🦔".repeat(401)), identify("t", "x".repeat(401))],
    persons: { t: { distinct_ids: ["t"], is_identified: false } },
    count: 2,
    warnings: [ILLEGAL, ILLEGAL, ILLEGAL],
  },
  {
    case: "H55",
    says: "400 characters are fine",
    when: [identify("t", "🦔".repeat(400))],
    persons: { t: { distinct_ids: ["t", "🦔".repeat(400)], is_identified: true } },
  },
  {
    case: "H55",
    says: "half a surrogate pair is the same id on both sides of a merge",
    given: [ping("a\ud800b"), ping("t")],
    when: [identify("t", "a\ud800b"), set("a\ud800b", { a: 1 })],
    persons: { t: { distinct_ids: ["a\ufffdb", "t"], properties: { a: 1 } } },
    count: 1,
    events: [{ distinct_id: "t" }, { distinct_id: "a\ufffdb" }],
  },
];

const illegals = suite("illegal ids");
testCases(illegals, ILLEGALS);

illegals("H55 the warning names both ids and the event", async () => {
  const world = openWorld();
  const uuid = "0198f0a0-0000-7000-8000-00000000000a";
  await world.capture(identify("t", "null", { uuid }));
  assert.equal(world.warnings(), [
    { type: ILLEGAL, distinct_id: "t", event_uuid: uuid, details: { other: "null", target: "t" } },
  ]);
  world.close();
});

illegals.run();
