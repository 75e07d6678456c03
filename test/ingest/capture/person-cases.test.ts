import { suite } from "uvu";
import * as assert from "uvu/assert";
import { expectPerson, ping, set, testCases } from "../../support/capture-case.ts";
import type { CaptureCase } from "../../support/capture-case.ts";
import { openWorld } from "../../support/world.ts";

const T1 = "2020-01-01T12:00:05.200Z";
const FAITHFUL = { skipNoisyUpdates: true };
const UUID = "0198f0a0-0000-7000-8000-00000000000a";

const CREATED: CaptureCase[] = [
  {
    case: "G1",
    project: 2,
    when: [ping("new-user", { timestamp: T1 })],
    persons: {
      "new-user": {
        uuid: "4db89b1b-c399-51fa-adb3-df07003c84ef",
        created_at: T1,
        version: 0,
        is_identified: false,
        properties: {},
        distinct_ids: ["new-user"],
      },
    },
  },
  {
    case: "G2",
    when: [ping("user-1"), ping("anon-1"), ping("a:b")],
    persons: {
      "user-1": { uuid: "6931a681-6e90-500d-8294-14582dcc2e3f" },
      "anon-1": { uuid: "cfa956a0-5af4-51c6-9ef5-cb3c80e09b69" },
      "a:b": { uuid: "2c697a18-bb32-5400-8c5a-b6e6ec46b669" },
    },
    count: 3,
  },
  {
    case: "G4",
    when: [ping("u", { properties: { $set_once: { a: 1, b: 2 }, $set: { b: 3, c: 4 } } })],
    persons: { u: { properties: { a: 1, b: 3, c: 4 }, version: 0 } },
  },
  {
    case: "G4",
    says: "with $unset, which runs last here too",
    when: [ping("u", { properties: { $set: { a: 1, b: 2 }, $unset: ["a", "zz"] } })],
    persons: { u: { properties: { b: 2 }, version: 0 } },
  },
  {
    case: "G5",
    when: [set("u", { null_byte: "\u0000" })],
    persons: { u: { properties: { null_byte: "\ufffd" } } },
  },
  {
    case: "G5",
    says: "the same NUL again is no change",
    given: [set("u", { null_byte: "\u0000" })],
    when: [set("u", { null_byte: "\u0000" }), set("u", { null_byte: "\ufffd" })],
    persons: { u: { properties: { null_byte: "\ufffd" }, version: 0 } },
  },
];

const CHANGED: CaptureCase[] = [
  {
    case: "G7",
    given: [set("u", { a_prop: "test-1", c_prop: "test-1" })],
    when: [{ event: "$identify", distinct_id: "u", $set: { a_prop: "test-2", b_prop: "test-2b" } }],
    persons: { u: { properties: { a_prop: "test-2", b_prop: "test-2b", c_prop: "test-1" }, version: 1 } },
  },
  {
    case: "G8",
    given: [set("u", { a_prop: "test-1", c_prop: "test-1" })],
    when: [{ event: "$identify", distinct_id: "u", $set_once: { a_prop: "test-2", b_prop: "test-2b" } }],
    persons: {
      u: { properties: { a_prop: "test-1", b_prop: "test-2b", c_prop: "test-1" }, is_identified: false },
    },
  },
  {
    case: "G10",
    given: [set("u", { name: "John" })],
    when: [ping("u", { properties: { $set: { name: "Jane" } } })],
    persons: { u: { properties: { name: "Jane" }, version: 1 } },
  },
  {
    case: "G11",
    options: FAITHFUL,
    given: [set("u", { $current_url: 123 })],
    when: [{ event: "$pageview", distinct_id: "u", properties: { $set: { $current_url: 4 } } }],
    persons: { u: { properties: { $current_url: 123 }, version: 0 } },
    events: [{ properties: { $set: { $current_url: 4 } } }],
  },
  {
    case: "G11",
    says: "written all the same without skipNoisyUpdates",
    given: [set("u", { $current_url: 123 })],
    when: [{ event: "$pageview", distinct_id: "u", $set: { $current_url: 4 } }],
    persons: { u: { properties: { $current_url: 4 }, version: 1 } },
  },
  {
    case: "G11",
    says: "one key outside the list, and all is written",
    options: FAITHFUL,
    given: [set("u", { $current_url: 1, $browser: "A", plan: "free" })],
    when: [{ event: "$pageview", distinct_id: "u", $set: { $current_url: 2, $browser: "B", plan: "pro" } }],
    persons: { u: { properties: { $current_url: 2, $browser: "B", plan: "pro" }, version: 1 } },
  },
  {
    case: "G11",
    says: "every noisy key of the list is left, city and country are not",
    options: FAITHFUL,
    given: [
      set("u", { $pathname: 1, $referrer: 1, $referring_domain: 1, $screen_height: 1, $screen_width: 1, $os: 1 }),
      set("u", { $viewport_height: 1, $viewport_width: 1, $browser: 1, $browser_version: 1, $device_type: 1 }),
      set("u", { $raw_user_agent: 1, $os_version: 1, $geoip_postal_code: 1, $geoip_city_name: 1 }),
    ],
    when: [
      ping("u", { $set: { $pathname: 2, $referrer: 2, $referring_domain: 2, $screen_height: 2, $screen_width: 2 } }),
      ping("u", { $set: { $viewport_height: 2, $viewport_width: 2, $browser: 2, $browser_version: 2, $os: 2 } }),
      ping("u", { $set: { $device_type: 2, $raw_user_agent: 2, $os_version: 2, $geoip_postal_code: 2 } }),
      ping("u", { $set: { $geoip_city_name: 2 } }),
    ],
    persons: {
      u: {
        version: 3,
        properties: {
          $pathname: 1,
          $referrer: 1,
          $referring_domain: 1,
          $screen_height: 1,
          $screen_width: 1,
          $os: 1,
          $viewport_height: 1,
          $viewport_width: 1,
          $browser: 1,
          $browser_version: 1,
          $device_type: 1,
          $raw_user_agent: 1,
          $os_version: 1,
          $geoip_postal_code: 1,
          $geoip_city_name: 2,
        },
      },
    },
  },
  {
    case: "G13",
    options: FAITHFUL,
    given: [ping("u")],
    when: [{ event: "$pageview", distinct_id: "u", $set: { $current_url: 4 } }],
    persons: { u: { properties: { $current_url: 4 }, version: 1 } },
  },
  {
    case: "G14",
    options: FAITHFUL,
    given: [set("u", { $initial_current_url: 123 })],
    when: [ping("u", { $set: { $initial_current_url: 4 } })],
    persons: { u: { properties: { $initial_current_url: 4 }, version: 1 } },
  },
  {
    case: "G16",
    says: "$identify",
    options: FAITHFUL,
    given: [set("u", { $browser: "Chrome" })],
    when: [{ event: "$identify", distinct_id: "u", $set: { $browser: "Firefox" } }],
    persons: { u: { properties: { $browser: "Firefox" }, version: 1 } },
  },
  {
    case: "G16",
    says: "$set",
    options: FAITHFUL,
    given: [set("u", { $browser: "Chrome" })],
    when: [set("u", { $browser: "Firefox" })],
    persons: { u: { properties: { $browser: "Firefox" }, version: 1 } },
  },
  {
    case: "G17",
    given: [ping("u")],
    when: [
      { event: "$$heatmap", distinct_id: "u", $set: { a: 1 }, properties: { $browser: "Chrome", $unset: ["a"] } },
      { event: "$exception", distinct_id: "u", $set: { a: 1 } },
    ],
    persons: { u: { properties: {}, version: 0 } },
  },
  {
    case: "G19",
    given: [set("u", { tags: ["x"] })],
    when: [set("u", { tags: ["x"] })],
    persons: { u: { properties: { tags: ["x"] }, version: 1 } },
  },
  {
    case: "G20",
    says: "a stored null gives way to a value",
    given: [set("u", { a: null })],
    when: [ping("u", { $set_once: { a: 1 } })],
    persons: { u: { properties: { a: 1 }, version: 1 } },
  },
  {
    case: "G20",
    says: "null for null is no write",
    given: [set("u", { a: null })],
    when: [ping("u", { $set_once: { a: null } })],
    persons: { u: { properties: { a: null }, version: 0 } },
  },
  {
    case: "G22",
    given: [set("u", { a: 1 })],
    when: [set("u", { a: null })],
    persons: { u: { properties: { a: null }, version: 1 } },
  },
  {
    case: "G23",
    given: [set("u", { a: 1, b: 2 })],
    when: [ping("u", { properties: { $unset: ["a", "zz"] } })],
    persons: { u: { properties: { b: 2 }, version: 1 } },
  },
  {
    case: "G23",
    says: "passing over what is no key, an object without a usable toString included",
    given: [set("u", { a: 1, b: 2 })],
    when: [ping("u", { properties: { $unset: [{ toString: 1, valueOf: 1 }, null, "a"] } })],
    persons: { u: { properties: { b: 2 }, version: 1 } },
  },
  {
    case: "G23",
    says: "as an object, whose keys are meant",
    given: [set("u", { a: 1, b: 2 })],
    when: [ping("u", { properties: { $unset: { a: "", zz: "" } } })],
    persons: { u: { properties: { b: 2 }, version: 1 } },
  },
  {
    case: "G25",
    given: [set("u", { a: 0 })],
    when: [ping("u", { properties: { $set: { a: 1 }, $unset: ["a"] } })],
    persons: { u: { properties: {}, version: 1 } },
  },
  {
    case: "G26",
    given: [
      set("u", { v: 2 }, { timestamp: "2024-06-10T10:00:00.000Z" }),
      set("u", { v: 1 }, { timestamp: "2024-06-10T09:00:00.000Z" }),
    ],
    when: [ping("u")],
    persons: { u: { properties: { v: 1 }, created_at: "2024-06-10T09:00:00.000Z", version: 1 } },
  },
  {
    case: "G26",
    says: "an earlier event that says nothing about its person dates it too, through any of its ids",
    given: [
      ping("u", { timestamp: "2024-06-10T10:00:00.000Z" }),
      ping("u", { event: "$create_alias", timestamp: "2024-06-10T10:30:00.000Z", properties: { alias: "w" } }),
    ],
    when: [ping("w", { timestamp: "2024-06-10T08:00:00.000Z" }), ping("u", { timestamp: "2024-06-10T09:00:00.000Z" })],
    persons: { u: { distinct_ids: ["u", "w"], created_at: "2024-06-10T08:00:00.000Z" } },
  },
  {
    case: "G28",
    when: [set("u", { a: 1, v: 1 }), set("u", { b: 1, v: 2 }), set("u", { c: 1, v: 3 })],
    persons: { u: { properties: { a: 1, b: 1, c: 1, v: 3 }, version: 2 } },
  },
  {
    case: "G28",
    says: "equal values are no write",
    given: [set("u", { a: 1, b: "x", c: true, d: null })],
    when: [set("u", { a: 1, b: "x", c: true, d: null }), ping("u"), set("u", { a: 1 })],
    persons: { u: { properties: { a: 1, b: "x", c: true, d: null }, version: 0 } },
  },
  {
    case: "G31",
    when: [{ event: "$set", distinct_id: "u1", $set: { a: 1 } }],
    persons: { u1: { properties: { a: 1 } } },
    events: [{ event: "$set", properties: { $set: { a: 1 } } }],
  },
  {
    case: "G32",
    given: [set("u", { a: 1 })],
    when: [set("u", {}), ping("u", { properties: { $set: "oops", $set_once: ["x"] } })],
    persons: { u: { properties: { a: 1 }, version: 0 } },
    events: [{}, { properties: { $set: {}, $set_once: {} } }],
  },
  {
    case: "E10",
    says: "$set and $set_once at the top level win over those in properties",
    when: [
      ping("u", {
        $set: { a: "top", b: "top" },
        $set_once: { c: "top", d: "top" },
        properties: { $set: { a: "own", e: "own" }, $set_once: { c: "own", f: "own" } },
      }),
    ],
    persons: { u: { properties: { a: "top", b: "top", c: "top", d: "top", e: "own", f: "own" } } },
    events: [
      {
        properties: {
          $set: { a: "top", b: "top", e: "own" },
          $set_once: { c: "top", d: "top", f: "own" },
        },
      },
    ],
  },
  {
    case: "E11",
    given: [set("u", { q: 1 })],
    when: [{ event: "x", distinct_id: "u", $unset: ["q"] }],
    persons: { u: { properties: { q: 1 }, version: 0 } },
    events: [{ properties: {} }],
  },
];

const created = suite("persons are created");
testCases(created, CREATED);

created("G1 the creating event's uuid is kept as a property", async () => {
  const world = openWorld();
  await world.capture(ping("new-user", { uuid: UUID }), { project: 2 });
  await world.capture(ping("new-user"), { project: 2 });
  assert.equal(world.person("new-user", 2)?.properties, { $creator_event_uuid: UUID });
  world.close();
});

created.run();

const changed = suite("persons change");
testCases(changed, CHANGED);

changed("keys that objects inherit are keys like any other", async () => {
  const world = openWorld();
  const nasty = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}') as Record<string, unknown>;
  for (const way of ["in process", "over HTTP"] as const) {
    await world.capture(ping(way), { way });
    await world.capture(ping(way, { properties: { $set_once: nasty } }), { way });
    const stored = JSON.stringify(world.person(way)?.properties);
    assert.match(stored, '"__proto__":1,"constructor":2,"toString":3');
    await world.capture(ping(way, { properties: { $unset: ["__proto__", "constructor", "toString"] } }), { way });
    expectPerson(world.person(way), { properties: {}, version: 2 }, way);
  }
  world.close();
});

changed.run();
