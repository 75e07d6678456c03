import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { readsOf } from "./reads.ts";
import type { Reads } from "./reads.ts";
import { secondsFromNow } from "./server-calls.ts";
import { readWireFixtures, toRequest, WIRE_KEY, WIRE_TOKEN } from "./wire-fixture.ts";
import { NOW } from "./world.ts";

/** The expected state after a replayed request. Properties and persons may hold more than these fields. */
interface Expected {
  /** In the order of the request. */
  events: {
    event: string;
    /** Absent = the client made one up. */
    distinct_id?: string;
    /** How long before it was sent, in seconds. @default 0, and a minute at most */
    age?: number;
    properties?: Record<string, unknown>;
  }[];
  /** Absent = no person may exist. */
  person?: { distinct_ids: string[]; is_identified: boolean; properties: Record<string, unknown> };
  /** Properties of the group of the first group type. */
  group?: Record<string, unknown>;
  /** Checks a reply that is not about capture. */
  reply?: (body: { flags: unknown }) => void;
}

const U1 = { distinct_ids: ["u1"], is_identified: false, properties: {} };
const BOTH = { distinct_ids: ["anon2", "u1"], is_identified: true, properties: {} };
const NODE = { $lib: "posthog-node", $is_server: true, $geoip_disable: true };
const ANONYMOUS = { $lib: "web", $process_person_profile: false, $device_id: "anon-1" };
const isBetaOn = ({ flags }: { flags: unknown }) =>
  assert.is((flags as Record<string, { enabled: boolean }>)["beta"]?.enabled, true);

const EXPECTED: Record<string, Expected> = {
  "posthog-node-capture": {
    events: [
      {
        event: "ordered",
        distinct_id: "u1",
        properties: { ...NODE, total: 5, text: "🦔 ünï", $groups: { org: "o1" }, $group_0: "o1" },
      },
    ],
    person: { ...U1, properties: { plan: "pro", source: "ad" } },
  },
  "posthog-node-capture-plain": {
    events: [{ event: "ordered", distinct_id: "u1", age: 3600, properties: NODE }],
    person: U1,
  },
  "posthog-node-capture-nobody": {
    events: [{ event: "seen", properties: { ...NODE, $process_person_profile: false } }],
  },
  "posthog-node-identify": {
    events: [{ event: "$identify", distinct_id: "u1" }],
    person: { ...U1, properties: { email: "a@example.com" } },
  },
  "posthog-node-alias": {
    events: [{ event: "$create_alias", distinct_id: "u1", properties: { alias: "anon2" } }],
    person: BOTH,
  },
  "posthog-node-group-identify": {
    events: [{ event: "$groupidentify", distinct_id: "$org_o1", properties: { $group_type: "org", $group_key: "o1" } }],
    person: { ...U1, distinct_ids: ["$org_o1"] },
    group: { size: 7 },
  },
  "posthog-node-capture-v1": {
    events: [
      // Without `$lib` on the wire: the server takes it from a header.
      { event: "ordered", distinct_id: "u1", properties: { $lib: "posthog-node", total: 5, $session_id: "s1" } },
      { event: "$create_alias", distinct_id: "u1" },
    ],
    person: { ...BOTH, properties: { plan: "pro" } },
  },
  "posthog-node-flags": { events: [], reply: isBetaOn },
  "posthog-node-flag-definitions": {
    events: [],
    reply: ({ flags }) =>
      assert.equal(
        (flags as { key: string }[]).map(({ key }) => key),
        ["beta"],
      ),
  },
  "posthog-node-4-capture": {
    events: [
      { event: "ordered", distinct_id: "u1", properties: { $lib: "posthog-node", $group_0: "o1" } },
      { event: "$create_alias", distinct_id: "u1" },
    ],
    person: { ...BOTH, properties: { plan: "pro" } },
  },
  "posthog-js-pageview": { events: [{ event: "$pageview", distinct_id: "anon-1", properties: ANONYMOUS }] },
  "posthog-js-json": { events: [{ event: "$pageview", distinct_id: "anon-1", properties: ANONYMOUS }] },
  "posthog-js-autocapture": {
    events: [{ event: "$autocapture", distinct_id: "anon-1", properties: { ...ANONYMOUS, $event_type: "click" } }],
  },
  "posthog-js-identify": {
    events: [{ event: "$identify", distinct_id: "u9", properties: { $anon_distinct_id: "anon-1" } }],
    person: {
      distinct_ids: ["anon-1", "u9"],
      is_identified: true,
      properties: { plan: "free", source: "ad", $initial_pathname: "/", $browser: "Chrome" },
    },
  },
  "posthog-js-beacon": {
    events: [
      { event: "looked", distinct_id: "anon-1", properties: { ...ANONYMOUS, at: "shoes" } },
      { event: "$autocapture", distinct_id: "anon-1" },
      { event: "$pageleave", distinct_id: "anon-1" },
    ],
  },
  "posthog-js-form": {
    events: [{ event: "looked", distinct_id: "anon-1", properties: { ...ANONYMOUS, at: "🦔 + shoes" } }],
  },
  "posthog-js-flags": { events: [], reply: isBetaOn },
  "posthog-python-capture": {
    events: [{ event: "ordered", distinct_id: "u1", age: 1.377, properties: { total: 5, $group_0: "o1" } }],
    person: U1,
  },
  "posthog-python-capture-nobody": { events: [{ event: "seen", properties: { $process_person_profile: false } }] },
  "posthog-python-set": {
    events: [{ event: "$set", distinct_id: "u1" }],
    person: { ...U1, properties: { plan: "pro" } },
  },
  "posthog-python-set-once": {
    events: [
      { event: "$set_once", distinct_id: "u1" },
      { event: "$set_once", distinct_id: "u1" },
    ],
    person: { ...U1, properties: { source: "ad" } },
  },
  // The reverse of node: the event is the previous id's, and the alias is the new one.
  "posthog-python-alias": {
    events: [{ event: "$create_alias", distinct_id: "anon2", properties: { alias: "u1" } }],
    person: BOTH,
  },
  "posthog-python-group-identify": {
    events: [{ event: "$groupidentify", properties: { $group_type: "org", $group_key: "o1" } }],
    person: { ...U1, distinct_ids: ["3e0b1a52-8a0e-4c58-9a1c-5b1d2f6f7a02"] },
    group: { size: 7 },
  },
  "posthog-python-flags": { events: [], reply: isBetaOn },
};

const wire = suite("wire fixtures");
const fixtures = readWireFixtures();

wire("every file has its expectation, and the other way round", () => {
  assert.equal([...fixtures.keys()].toSorted(), Object.keys(EXPECTED).toSorted());
});

for (const [name, fixture] of fixtures) {
  wire(`${name}: ${fixture.call}`, async () => {
    const hoglet = await createHoglet({
      now: NOW,
      projectToken: WIRE_TOKEN,
      personalApiKey: WIRE_KEY,
      flags: { beta: true },
    });
    const expected = EXPECTED[name];
    const response = await hoglet.fetch(fixture.path, toRequest(fixture));
    const body = (await response.json()) as { status?: string; flags: unknown };
    assert.is(response.status, 200, JSON.stringify(body));
    expected?.reply?.(body);
    await assertStored(readsOf(hoglet.fetch, "", WIRE_KEY), expected);
    await hoglet.close();
  });
}

wire.run();

async function assertStored(reads: Reads, { events: wanted, person, group }: Expected = { events: [] }): Promise<void> {
  const stored = await reads.events();
  assert.equal(stored.map(({ event }) => event).toSorted(), wanted.map(({ event }) => event).toSorted());
  for (const { event, distinct_id, age = 0, properties = {} } of wanted) {
    for (const found of stored.filter((one) => one.event === event)) {
      assert.is(found.distinct_id, distinct_id ?? found.distinct_id);
      const early = -secondsFromNow(found) - age;
      assert.ok(early >= -0.001 && early < (Number.isInteger(age) ? 60 : 0.001), `${event}: ${found.timestamp}`);
      assertHolds(found.properties, properties);
    }
  }
  const persons = await reads.persons();
  assert.equal(
    persons.map(({ distinct_ids, is_identified }) => [distinct_ids.toSorted(), is_identified]),
    person === undefined ? [] : [[person.distinct_ids, person.is_identified]],
  );
  if (person !== undefined) assertHolds(persons[0]?.properties ?? {}, person.properties);
  if (group !== undefined) assert.equal((await reads.groups())[0]?.group_properties, group);
}

function assertHolds(given: Readonly<Record<string, unknown>>, wanted: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(wanted)) assert.equal(given[key], value, key);
}
