import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseLine } from "../../lib/transfer/index.ts";

const parsing = suite("parseLine");

/** The reason that a line is refused with. */
function reason(content: unknown): string {
  try {
    parseLine(content);
  } catch (error) {
    return (error as Error).message;
  }
  return "accepted";
}

const EVENT = { kind: "event", event: "e", distinct_id: "a", timestamp: "2024-03-01T08:15:30.250Z" };

parsing("takes elements as exports of the real service have them: the place is said by the list", () => {
  const { elements } = parseLine({ ...EVENT, elements: [{ tag_name: "a", order: 0 }] }) as { elements: unknown };
  assert.equal(elements, [{ tag_name: "a" }]);
});

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

parsing("takes values that are nested as deeply as capture takes them, and no deeper", () => {
  for (const line of [
    EVENT,
    { kind: "person", distinct_ids: ["a"] },
    { kind: "group", group_type_index: 0, group_key: "k" },
  ]) {
    const text = (depth: number) => JSON.stringify({ ...line, properties: {} }).replace("{}", nested(depth));
    assert.is(reason(text(100)), "accepted");
    for (const depth of [101, 1000, 100_000]) {
      assert.is(reason(text(depth)), "properties: Expected values nested at most 100 deep.", line.kind);
    }
  }
  assert.match(reason(`{"kind":"event","elements":${"[".repeat(200)}${"]".repeat(200)}}`), /^elements: /);
});

parsing("fills in the defaults of every kind", () => {
  assert.equal(parseLine(JSON.stringify(EVENT)), {
    ...EVENT,
    timestamp: Date.UTC(2024, 2, 1, 8, 15, 30, 250),
    properties: {},
    elements: [],
  });
  assert.equal(parseLine({ kind: "project" }), { kind: "project" });
  assert.equal(parseLine({ kind: "person", distinct_ids: ["a"] }), {
    kind: "person",
    distinct_ids: ["a"],
    properties: {},
  });
  assert.equal(parseLine({ kind: "group", group_type_index: 0, group_key: "k" }), {
    kind: "group",
    group_type_index: 0,
    group_key: "k",
    properties: {},
  });
  assert.equal(parseLine({ kind: "cohort", id: 3, name: "c" }), {
    kind: "cohort",
    id: 3,
    name: "c",
    groups: [],
    is_static: false,
  });
  assert.equal(parseLine({ kind: "action", id: 3, name: "c" }), { kind: "action", id: 3, name: "c", steps: [] });
});

const REFUSED: [content: unknown, reason: RegExp][] = [
  ["{", /^Not JSON: /],
  ["hello", /^Not JSON: /],
  ["[1]", /^Expected a JSON object/],
  ["null", /^Expected a JSON object/],
  [7, /^Expected a JSON object/],
  [undefined, /^Not JSON: /],
  [{ self: 1n }, /^Not JSON: .*BigInt/],
  [{}, /^kind: This field is required/],
  [{ kind: "evnt" }, /^kind: Expected one of project, person, .* but received "evnt"/],
  [{ kind: "toString" }, /^kind: Expected one of/],
  [{ ...EVENT, propertys: {} }, /^propertys: Unknown field "propertys"/],
  [{ ...EVENT, event: undefined }, /^event: This field is required/],
  [{ ...EVENT, event: "" }, /^event: Expected a text that is not empty/],
  [{ ...EVENT, distinct_id: 5 }, /^distinct_id: Expected string but received 5/],
  [{ ...EVENT, timestamp: undefined }, /^timestamp: This field is required/],
  [{ ...EVENT, timestamp: 1_709_280_930_250 }, /^timestamp: Expected string/],
  [{ ...EVENT, timestamp: "yesterday" }, /^timestamp: Expected an ISO date-time .* "yesterday"/],
  [{ ...EVENT, timestamp: null }, /^timestamp: This field may not be null/],
  [{ ...EVENT, uuid: "123" }, /^uuid: Expected a UUID/],
  [{ ...EVENT, properties: [] }, /^properties: Expected an object/],
  [{ ...EVENT, properties: null }, /^properties: /],
  [{ ...EVENT, elements: [{ text: "no tag" }] }, /^elements__0__tag_name: This field is required/],
  [{ ...EVENT, elements: [{ tag_name: "a", place: 1 }] }, /^elements__0__place: Unknown field/],
  [{ kind: "person", distinct_ids: [] }, /^distinct_ids: Expected at least one/],
  [{ kind: "person", distinct_ids: "a" }, /^distinct_ids: /],
  [{ kind: "person", distinct_ids: ["a", ""] }, /^distinct_ids__1: Expected a text/],
  [{ kind: "person", distinct_ids: ["a"], is_identified: 1 }, /^is_identified: Expected boolean/],
  [{ kind: "group", group_type_index: 5, group_key: "k" }, /^group_type_index: Expected an integer from 0 to 4/],
  [{ kind: "group", group_type_index: 0.5, group_key: "k" }, /^group_type_index: Expected an integer from 0 to 4/],
  [{ kind: "group", group_key: "k" }, /^group_type_index: /],
  [{ kind: "cohort", id: 1, name: "c", members: [] }, /^members: Members are for is_static: true only/],
  [{ kind: "cohort", id: 1, name: "c", is_static: false, members: ["a"] }, /^members: Members are for/],
  [{ kind: "cohort", id: "1", name: "c" }, /^id: Expected number/],
  [{ kind: "cohort", id: 0, name: "c" }, /^id: Expected an integer from 1/],
  [{ kind: "action", id: 1 }, /^name: This field is required/],
  [{ kind: "cohort", id: 1, name: "c", groups: [{}] }, /^groups__0__properties: This field is required/],
  [
    { kind: "cohort", id: 1, name: "c", groups: [{ properties: [{ key: "a", operator: "near", value: 1 }] }] },
    /^groups__0__properties__0__operator: /,
  ],
  [{ kind: "cohort", id: 1, name: "c", description: 1 }, /^description: Expected string/],
  [{ kind: "action", id: 1, name: "a", steps: [{ evnt: "x" }] }, /^steps__0__evnt: Unknown field/],
  [{ kind: "action", id: 1, name: "a", steps: [{ event: "x" }, { selector: "a >" }] }, /^steps__1__selector: /],
  [{ kind: "project", timezone: "Mars/Olympus" }, /^timezone: Expected an IANA time zone/],
  [{ kind: "project", test_account_filters: [{ key: "a", operator: "like" }] }, /^test_account_filters: /],
  [{ kind: "project", path_cleaning_filters: [{ alias: "a" }] }, /^path_cleaning_filters__0__regex: This field/],
  [
    { kind: "project", path_cleaning_filters: [{ regex: "(" }] },
    /^path_cleaning_filters__0__regex: Expected a regular/,
  ],
];
for (const [content, expected] of REFUSED) {
  const shown =
    typeof content === "object" && content !== null && "self" in content ? "a BigInt" : JSON.stringify(content);
  parsing(`refuses ${shown}`, () => assert.match(reason(content), expected));
}

parsing("replaces what SQLite's text cannot hold", () => {
  const line = parseLine(String.raw`{"kind":"person","distinct_ids":["a\u0000b","x\ud800y","ok\ud83d\ude00"]}`);
  assert.equal((line as { distinct_ids: string[] }).distinct_ids, ["a\ufffdb", "x\ufffdy", "ok😀"]);
});

parsing.run();
