import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clean } from "../../../lib/ingest/capture/clean.ts";
import type { Arrival, CleanEvent, Finding } from "../../../lib/ingest/capture/clean.ts";
import type { RawEvent } from "../../../lib/ingest/capture/raw-event.ts";
import { NOW_MS, openWorld, WAYS } from "../../support/world.ts";

const HERE: Arrival = { nowMs: NOW_MS, sentAtMs: null, ip: null, processPersons: true, anonymizeIps: false };

function raw(more: Partial<RawEvent> = {}): RawEvent {
  return {
    event: "a",
    distinctId: "u",
    uuid: null,
    timestamp: null,
    offsetMs: null,
    properties: {},
    set: null,
    setOnce: null,
    ...more,
  };
}

function cleaned(
  more: Partial<RawEvent>,
  arrival: Partial<Arrival> = {},
): { event: CleanEvent | null; found: Finding[] } {
  const found: Finding[] = [];
  return { event: clean(raw(more), { ...HERE, ...arrival }, found), found };
}

/** The properties of an event that raises nothing. */
function properties(more: Partial<RawEvent>, arrival: Partial<Arrival> = {}): Record<string, unknown> | undefined {
  const { event, found } = cleaned(more, arrival);
  assert.equal(found, []);
  return event?.properties;
}

/** Types of the warnings about an event of this name. */
function types(event: string, given: Record<string, unknown>): string[] {
  return cleaned({ event, properties: given }).found.map(({ type }) => type);
}

const cleaning = suite("clean");

cleaning("D14 drops an event whose id has more than 400 characters", () => {
  const { event, found } = cleaned({ distinctId: "x".repeat(401) });
  assert.is(event, null);
  assert.equal(found, [{ type: "skipping_event_invalid_distinct_id", details: { limit: 400 }, drops: true }]);
  assert.is(cleaned({ distinctId: "x".repeat(400) }).event?.distinctId.length, 400);
  assert.is.not(cleaned({ distinctId: "🦔".repeat(400) }).event, null);
});

cleaning("E2 cuts names to 200 characters, never through one", () => {
  assert.is(cleaned({ event: "E".repeat(300) }).event?.event, "E".repeat(200));
  assert.is(cleaned({ event: "🦔".repeat(201) }).event?.event, "🦔".repeat(200));
});

cleaning("E10 folds $set and $set_once of the top level into properties, where they win", () => {
  assert.equal(
    properties({
      set: { a: 1, b: 1 },
      setOnce: { c: 1, d: 1 },
      properties: { $set: { a: 2, e: 2 }, $set_once: { c: 2, f: 2 } },
    }),
    { $set: { a: 1, e: 2, b: 1 }, $set_once: { c: 1, f: 2, d: 1 } },
  );
  assert.equal(properties({ set: {}, setOnce: {} }), { $set: {}, $set_once: {} });
  assert.equal(properties({ set: { a: 1 }, properties: { $set: "oops" } }), { $set: { a: 1 } });
  assert.equal(properties({ properties: { $set: ["a"], $set_once: null } }), { $set: {}, $set_once: {} });
});

cleaning("E14 takes the connection's address unless the event brings one; a project may want none at all", () => {
  assert.equal(properties({}, { ip: "11.12.13.14" }), { $ip: "11.12.13.14" });
  assert.equal(properties({ properties: { $ip: "1.0.0.1" } }, { ip: "11.12.13.14" }), { $ip: "1.0.0.1" });
  assert.equal(properties({ properties: { $ip: null } }, { ip: "11.12.13.14" }), {});
  assert.equal(properties({}), {});
  assert.equal(properties({ properties: { $ip: "1.0.0.1" } }, { ip: "11.12.13.14", anonymizeIps: true }), {});
});

cleaning("E16 moves $elements out of the properties, text cut to 400 and href to 2048", () => {
  const long = "x".repeat(2050);
  const { event } = cleaned({
    properties: {
      a: 1,
      $elements: [
        {
          tag_name: "a",
          $el_text: long,
          attr__href: long,
          attr__class: "btn  btn-sm",
          attr__id: "buy",
          nth_child: 1,
          nth_of_type: 2,
        },
        { tag_name: "div", attr_class: ["x"], text: "t\0", href: "/h" },
        null,
      ],
    },
  });
  assert.equal(event?.properties, { a: 1 });
  const [link, box, nothing] = JSON.parse(event?.elements ?? "") as Record<string, unknown>[];
  const { attributes, ...rest } = link ?? {};
  assert.equal(rest, {
    tag_name: "a",
    text: "x".repeat(400),
    href: "x".repeat(2048),
    attr_id: "buy",
    attr_class: ["btn", "btn-sm"],
    nth_child: 1,
    nth_of_type: 2,
  });
  assert.equal(Object.keys(attributes as object), ["attr__href", "attr__class", "attr__id"]);
  assert.equal(box, { tag_name: "div", text: "t\ufffd", href: "/h", attr_class: ["x"] });
  assert.equal(nothing, { tag_name: "" });
});

cleaning("E16 passes over what is no text in an element, an object without a usable toString included", () => {
  const odd = { toString: 1, valueOf: 1 };
  const $elements = [
    { tag_name: odd, attr__class: odd },
    { tag_name: 5, attr_class: ["a", odd, 7, null] },
  ];
  const { event } = cleaned({ properties: { $elements } });
  const [first, second] = JSON.parse(event?.elements ?? "") as Record<string, unknown>[];
  assert.equal(first, { tag_name: "", attr_class: [], attributes: { attr__class: odd } });
  assert.equal(second, { tag_name: "5", attr_class: ["a", "7"] });
});

cleaning("E16 keeps the chain text of web SDKs as it came; an empty list or text is none", () => {
  const chain = 'a.btn:href="/x"text="Buy";div';
  assert.is(cleaned({ properties: { $elements_chain: chain, $elements: [{ tag_name: "p" }] } }).event?.elements, chain);
  for (const none of [{ $elements: [] }, { $elements_chain: "" }, { $elements: "oops" }, {}]) {
    const { event } = cleaned({ properties: { ...none } });
    assert.is(event?.elements, null);
    assert.equal(event?.properties, {});
  }
});

cleaning("H28 drops merges whose other id is no text, each naming its own property", () => {
  for (const value of [42, true, {}, []]) {
    assert.equal(types("$identify", { $anon_distinct_id: value }), ["invalid_anon_distinct_id"]);
    assert.equal(types("$create_alias", { alias: value }), ["invalid_alias"]);
    assert.equal(types("$merge_dangerously", { alias: value }), ["invalid_alias"]);
    assert.equal(types("ping", { alias: value, $anon_distinct_id: value }), []);
  }
  for (const value of [undefined, null, "text"]) {
    assert.equal(types("$identify", { $anon_distinct_id: value }), []);
    assert.equal(types("$create_alias", { alias: value }), []);
  }
});

cleaning("I1 I5 strips person data from what is personless, and the wish itself from what is not", () => {
  const data = { $set: { a: 1 }, $set_once: { a: 1 }, $unset: ["a"], b: 1 };
  const off = { properties: { ...data, $process_person_profile: false }, set: { c: 1 }, setOnce: { c: 1 } };
  assert.equal(properties(off), { b: 1, $process_person_profile: false });
  assert.equal(properties({ properties: { ...data, $process_person_profile: true } }), data);
  assert.equal(properties({ properties: { ...data } }, { processPersons: false }), {
    b: 1,
    $process_person_profile: false,
  });
});

cleaning("I4 processes on anything that is no boolean, and says so", () => {
  for (const value of ["false", 0, null, {}]) {
    const { event, found } = cleaned({ properties: { $process_person_profile: value } });
    assert.is(event?.processPerson, true);
    assert.equal(event?.properties, {});
    assert.equal(found, [{ type: "invalid_process_person_profile", details: { value }, drops: false }]);
  }
});

cleaning("K5 strips person data from $groupidentify", () => {
  const given = { $set: { a: 1 }, $set_once: { a: 1 }, $unset: ["a"], $group_type: "org" };
  assert.equal(properties({ event: "$groupidentify", properties: given, set: { a: 1 } }), { $group_type: "org" });
});

cleaning("removes what only SDKs need", () => {
  const given = { ph_product_tours: 1, $product_tours_activated: 1, $override_feature_flag_payloads: 1, a: 1 };
  assert.equal(properties({ properties: given }), { a: 1 });
});

cleaning("an unreadable timestamp means now, with a warning that shows it", () => {
  const { event, found } = cleaned({ timestamp: "yesterday" });
  assert.is(event?.timestampMs, NOW_MS);
  assert.equal(found, [
    { type: "ignored_invalid_timestamp", details: { timestamp: "yesterday", offset: null }, drops: false },
  ]);
});

cleaning.run();

const stored = suite("what clean leaves in the log");

stored("E14 E2 E8 as rows", async () => {
  for (const way of WAYS) {
    const world = openWorld();
    await world.capture([{ event: "E".repeat(300), distinct_id: "u" }], { way });
    await world.capture({ event: "b", distinct_id: "u" }, { way, ip: "11.12.13.14" });
    await world.capture({ event: "c", distinct_id: "u", properties: { $ip: "1.0.0.1" } }, { way, ip: "11.12.13.14" });
    assert.equal(
      world.events().map(({ event, properties: own }) => [event, own]),
      [
        ["E".repeat(200), {}],
        ["b", { $ip: "11.12.13.14" }],
        ["c", { $ip: "1.0.0.1" }],
      ],
    );
    world.close();
  }
});

stored("E16 as a row, without $elements among the properties", async () => {
  const world = openWorld();
  const $elements = [{ tag_name: "button", $el_text: "Buy" }];
  await world.capture(
    { event: "$autocapture", distinct_id: "u", properties: { $elements, a: 1 } },
    { way: "over HTTP" },
  );
  const [event] = world.events();
  assert.equal(event?.properties, { a: 1 });
  assert.equal(JSON.parse(event?.elements ?? ""), [{ tag_name: "button", text: "Buy" }]);
  world.close();
});

stored.run();
