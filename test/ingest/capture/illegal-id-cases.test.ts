import { suite } from "uvu";
import * as assert from "uvu/assert";
import { alias, identify, ping, set, testCases } from "../../support/capture-case.ts";
import type { CaptureCase } from "../../support/capture-case.ts";
import { openWorld } from "../../support/world.ts";

const ILLEGAL = "cannot_merge_with_illegal_distinct_id";

const ANON = "im an anonymous id";

/** Ids that no `$identify` may merge with, and the case's description of each. */
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

/** Ids that look like the ids above, and may belong to a person. */
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
