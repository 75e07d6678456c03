import { suite } from "uvu";
import * as assert from "uvu/assert";
import { identify, ping, set, testCases } from "../../support/capture-case.ts";
import type { CaptureCase } from "../../support/capture-case.ts";
import { openWorld, WAYS } from "../../support/world.ts";
import type { Sent } from "../../support/world.ts";

const DROPPED = "invalid_event_when_process_person_profile_is_false";
const ODD = "invalid_process_person_profile";
const ANON_1 = "cfa956a0-5af4-51c6-9ef5-cb3c80e09b69";
const USER_1 = "6931a681-6e90-500d-8294-14582dcc2e3f";

function personless(distinctId: string, { properties, ...more }: Partial<Sent> = {}): Sent {
  return ping(distinctId, { properties: { ...properties, $process_person_profile: false }, ...more });
}

const CASES: CaptureCase[] = [
  {
    case: "I1",
    when: [
      personless("anon-1", {
        $set: { a: 1 },
        $set_once: { b: 1 },
        properties: { $set: { c: 1 }, $set_once: { d: 1 }, $unset: ["e"], plan: "x" },
      }),
    ],
    persons: { "anon-1": null },
    count: 0,
    events: [{ person: null, properties: { plan: "x", $process_person_profile: false } }],
  },
  {
    case: "I1",
    says: "the person who comes later takes the event over, with the UUID it stands for",
    given: [personless("anon-1", { $set: { a: 1 } })],
    when: [ping("anon-1")],
    persons: { "anon-1": { uuid: ANON_1, properties: {}, version: 0, is_identified: false } },
    count: 1,
  },
  {
    case: "I2",
    when: [
      identify("t", "o", { properties: { $process_person_profile: false } }),
      { event: "$create_alias", distinct_id: "t", properties: { alias: "o", $process_person_profile: false } },
      { event: "$merge_dangerously", distinct_id: "t", properties: { alias: "o", $process_person_profile: false } },
    ],
    persons: { t: null, o: null },
    events: [],
    warnings: [DROPPED, DROPPED, DROPPED],
  },
  {
    case: "I4",
    when: [
      set("a", { a: 1 }, { properties: { $process_person_profile: "false" } }),
      set("b", { b: 1 }, { properties: { $process_person_profile: 0 } }),
    ],
    persons: { a: { properties: { a: 1 } }, b: { properties: { b: 1 } } },
    events: [{ properties: { $set: { a: 1 } } }, { properties: { $set: { b: 1 } } }],
    warnings: [ODD, ODD],
  },
  {
    case: "I5",
    when: [set("u", { a: 1 }, { properties: { $process_person_profile: true } })],
    persons: { u: { properties: { a: 1 } } },
    events: [{ properties: { $set: { a: 1 } } }],
  },
  {
    case: "I7",
    says: "events of one minute after the person keep no groups, later ones do",
    given: [ping("u", { timestamp: "2024-06-10T02:14:30.000Z" })],
    when: [
      personless("u", { timestamp: "2024-06-10T02:15:00.000Z", properties: { $groups: { org: "o" }, $group_0: "x" } }),
      personless("u", { timestamp: "2024-06-10T02:15:30.000Z", properties: { $groups: { org: "o" } } }),
      personless("u", { timestamp: "2024-06-10T02:15:30.001Z", properties: { $groups: { org: "o" } } }),
    ],
    persons: { u: { uuid: "a3f809d2-8688-5e0c-b374-3a81f639ed8d" } },
    count: 1,
    events: [
      { properties: { $groups: { org: "o" }, $process_person_profile: false } },
      { properties: { $groups: { org: "o" }, $process_person_profile: false } },
      { properties: { $groups: { org: "o" }, $group_0: "o", $process_person_profile: false } },
    ],
  },
  {
    case: "I7",
    says: "of somebody known, it changes nothing of the person",
    given: [set("u", { a: 1 }, { timestamp: "2024-06-10T02:00:00.000Z" })],
    when: [personless("u", { $set: { a: 2 }, properties: { $browser: "Chrome" } })],
    persons: { u: { properties: { a: 1 }, version: 0 } },
  },
  {
    case: "I10",
    given: [personless("anon-1"), personless("user-1")],
    when: [identify("user-1", "anon-1")],
    persons: { "anon-1": { uuid: USER_1, distinct_ids: ["anon-1", "user-1"], is_identified: true } },
    count: 1,
    events: [{ person: USER_1 }],
  },
  {
    case: "I10",
    says: "the UUID of anon-1 when only that was seen, so that its events stay its own",
    given: [personless("anon-1")],
    when: [identify("user-1", "anon-1")],
    persons: { "user-1": { uuid: ANON_1, distinct_ids: ["anon-1", "user-1"] } },
    count: 1,
  },
  {
    case: "I10",
    says: "the UUID of user-1 when only that was seen",
    given: [personless("user-1")],
    when: [identify("user-1", "anon-1")],
    persons: { "anon-1": { uuid: USER_1 } },
    count: 1,
  },
  {
    case: "I11",
    given: [ping("user-1"), personless("anon-1")],
    when: [identify("user-1", "anon-1")],
    persons: { "anon-1": { uuid: USER_1, distinct_ids: ["user-1", "anon-1"], is_identified: true } },
    count: 1,
  },
  {
    case: "I13",
    says: "posthog-js before and after identify",
    given: [personless("anon-1", { properties: { $browser: "Chrome", $is_identified: false } })],
    when: [
      identify("user-1", "anon-1", {
        $set: { email: "a@example.com" },
        $set_once: { $initial_utm_medium: null },
        properties: { $process_person_profile: true },
      }),
      ping("user-1", { properties: { $process_person_profile: true } }),
    ],
    persons: {
      "anon-1": { uuid: ANON_1, properties: { email: "a@example.com", $initial_utm_medium: null } },
    },
    count: 1,
    events: [{ person: ANON_1 }, { person: ANON_1, properties: {} }],
  },
  {
    case: "I14",
    when: [
      personless("0198f0a0-0000-7000-8000-00000000000b", { properties: { $is_server: true, $lib: "posthog-node" } }),
    ],
    persons: { "0198f0a0-0000-7000-8000-00000000000b": null },
    count: 0,
  },
  {
    case: "J17",
    given: [ping("known")],
    when: [
      personless("u", { properties: { utm_source: "x" } }),
      personless("known", { properties: { utm_source: "x" } }),
    ],
    persons: { u: null, known: { properties: {}, version: 0 } },
  },
];

const personlessEvents = suite("personless events");
testCases(personlessEvents, CASES);

personlessEvents(
  "I1 I11 an id seen without a person is marked, once, and keeps its ordinal when it is claimed",
  async () => {
    const world = openWorld();
    const rows = () =>
      world.ctx.db.sql("SELECT id, distinct_id, person_id IS NOT NULL, is_personless FROM distinct_ids").raw().all();
    await world.capture([personless("a"), personless("a"), ping("b"), personless("b")]);
    assert.equal(rows(), [
      [1, "a", 0, 1],
      [2, "b", 1, 0],
    ]);
    await world.capture(identify("b", "a"));
    assert.equal(rows(), [
      [1, "a", 1, 1],
      [2, "b", 1, 0],
    ]);
    world.close();
  },
);

personlessEvents("I8 a project may opt out: no event makes or changes a person, none is dropped", async () => {
  for (const way of WAYS) {
    const world = openWorld();
    await world.capture(set("known", { a: 1 }, { timestamp: "2024-06-10T02:00:00.000Z" }), { way });
    world.ctx.db.sql("UPDATE projects SET person_processing_opt_out = 1 WHERE id = 1").run();
    await world.capture(
      [
        set("u", { a: 1 }, { properties: { $groups: { org: "o" } } }),
        identify("u", "o", { $set: { a: 1 } }),
        set("known", { a: 2 }, { properties: { $groups: { org: "o" } } }),
      ],
      { way },
    );
    assert.is(world.persons().length, 1);
    assert.equal(world.person("known")?.version, 0);
    assert.equal(
      world.events().map(({ event, properties }) => [event, properties["$group_0"], properties["$set"]]),
      [
        ["$set", undefined, { a: 1 }],
        ["$set", undefined, undefined],
        ["$identify", undefined, undefined],
        ["$set", undefined, undefined],
      ],
    );
    assert.equal(world.warnings(), []);
    world.close();
  }
});

personlessEvents.run();
