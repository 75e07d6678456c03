import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toWireEvent, whyUnsendable } from "../../../adapters/posthog/wire-event.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { CapturedEvent } from "../../../lib/index.ts";

const TYPES = [
  { group_type: "org", group_type_index: 0 },
  { group_type: "team", group_type_index: 1 },
];

/** Captures an event with these properties, and returns it as it is sent on. */
async function sent(properties: Record<string, unknown>, more: Partial<CapturedEvent> = {}) {
  const hoglet = await createHoglet({ now: "2024-03-01T08:00:00Z" });
  await hoglet.capture({ event: "x", distinct_id: "u", properties, ...more });
  const [stored] = (await hoglet.events.after()).results;
  await hoglet.close();
  if (stored === undefined) throw new Error("Nothing was stored.");
  return toWireEvent(stored, TYPES, "sender");
}

const wire = suite("toWireEvent");

wire("has the stored uuid, name, distinct id and time, and nothing that would correct the time again", async () => {
  const uuid = "0198f0a0-0000-7000-8000-00000000000a";
  const event = await sent({ a: 1 }, { uuid, timestamp: "2024-02-29T10:00:00.250+02:00" });
  assert.equal(
    { ...event, timestamp: Date.parse(event.timestamp) },
    { event: "x", distinct_id: "u", uuid, timestamp: Date.UTC(2024, 1, 29, 8, 0, 0, 250), properties: { a: 1 } },
  );
});

wire("person properties go as they were sent, and a personless event stays one", async () => {
  const person = { $set: { a: { b: 1 } }, $set_once: { c: null }, $unset: ["d"] };
  assert.equal((await sent(person)).properties, person);
  const { properties } = await sent({ $process_person_profile: false, $set: { a: 1 } });
  assert.equal(properties, { $process_person_profile: false });
});

wire("numbers of group types that $groups implies are left out, others stay", async () => {
  const groups = { $groups: { org: "o", team: 7 } };
  assert.equal((await sent(groups)).properties, groups);
  assert.equal((await sent({ $group_3: "by hand" })).properties, { $group_3: "by hand" });
});

wire("captured again, elements of either kind are the same ones", async () => {
  const list = [
    {
      tag_name: "a",
      $el_text: "Buy",
      attr__class: "big red",
      attr__href: "/x",
      attr__id: "b",
      "attr__data-n": 1,
      nth_child: 2,
    },
    { tag_name: "p", text: "t", href: "/y", attr_id: "i", attr_class: ["c"], nth_of_type: 3 },
  ];
  for (const given of [{ $elements: list }, { $elements_chain: 'a.big:text="Buy"data-x="odd";body' }]) {
    const hoglet = await createHoglet();
    await hoglet.capture({ event: "x", distinct_id: "u", properties: given });
    const { properties } = await sent(given);
    await hoglet.capture({ event: "x", distinct_id: "u", properties });
    const [first, second] = (await hoglet.events.after()).results;
    assert.ok((first?.elements.length ?? 0) > 1);
    assert.equal([second?.elements, second?.elements_chain], [first?.elements, first?.elements_chain]);
    await hoglet.close();
  }
});

wire.run();

const unsendable = suite("whyUnsendable");

unsendable("names what an upstream answers ok to and drops: personless merges and performance events", () => {
  const event = { event: "x", distinct_id: "u", uuid: "", timestamp: "", properties: {} };
  const personless = { $process_person_profile: false };
  for (const name of ["$identify", "$create_alias", "$merge_dangerously"]) {
    assert.type(whyUnsendable({ ...event, event: name, properties: personless }), "string");
    assert.is(whyUnsendable({ ...event, event: name }), null);
  }
  assert.type(whyUnsendable({ ...event, event: "$performance_event" }), "string");
  assert.is(whyUnsendable({ ...event, properties: personless }), null);
});

unsendable.run();
