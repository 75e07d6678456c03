import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../lib/base/errors.ts";
import { parseFilters } from "../../../lib/events/filters/schema.ts";

function leaf(key: string, value: unknown, rest: object = {}): object {
  return { type: "event", key, operator: "exact", value, negation: false, ...rest };
}

const filters = suite("parseFilters");

filters("gives an empty group, which passes everything, for nothing at all", () => {
  for (const nothing of [undefined, null, [], {}, [{}]]) {
    assert.equal(parseFilters(nothing, "properties"), { type: "AND", values: [] });
  }
});

filters("reads a list as AND and fills in type and operator", () => {
  const input = [
    { key: "a", value: "1" },
    { key: "b", value: ["x", 2], operator: "is_not", type: "person" },
  ];
  assert.equal(parseFilters(input, "properties"), {
    type: "AND",
    values: [leaf("a", "1"), leaf("b", ["x", 2], { type: "person", operator: "is_not" })],
  });
});

filters(
  "takes an empty type or operator for one that was not chosen: event and exact are the defaults (5.1, 5.3)",
  () => {
    const values = [leaf("a", "1")];
    assert.equal(parseFilters([{ key: "a", value: "1", type: "", operator: "" }], "properties"), {
      type: "AND",
      values,
    });
    const [cohort] = parseFilters([{ key: "id", value: 3, type: "cohort", operator: "" }], "properties").values;
    assert.equal(cohort, { type: "cohort", key: "id", value: [3], negation: false });
  },
);

filters("reads the old map, with an operator after the last double underscore", () => {
  const input = { $browser: "Safari", $os__icontains: "mac", my__own: 1, type: "x" };
  assert.equal(parseFilters(input, "properties"), {
    type: "AND",
    values: [
      leaf("$browser", "Safari"),
      leaf("$os", "mac", { operator: "icontains" }),
      leaf("my__own", 1),
      leaf("type", "x"),
    ],
  });
});

filters("reads nested groups", () => {
  const input = {
    type: "or",
    values: [
      { type: "AND", values: [{ key: "a", value: 1 }] },
      { type: "OR", values: [] },
    ],
  };
  assert.equal(parseFilters(input, "properties"), {
    type: "OR",
    values: [
      { type: "AND", values: [leaf("a", 1)] },
      { type: "OR", values: [] },
    ],
  });
});

filters("reads groups' and cohorts' filters, with numbers as text and every way to negate", () => {
  const input = [
    { key: "industry", value: "it", type: "group", group_type_index: "2" },
    { key: "id", value: "7", type: "cohort" },
    { key: "id", value: [7, 8], type: "static-cohort", operator: "not_in" },
    { key: "id", value: 7, type: "precalculated-cohort", negation: true },
    { key: "a", value: "1", negation: true },
  ];
  const cohort = { type: "cohort", key: "id" };
  assert.equal(parseFilters(input, "properties").values, [
    leaf("industry", "it", { type: "group", group_type_index: 2 }),
    { ...cohort, value: [7], negation: false },
    { ...cohort, value: [7, 8], negation: true },
    { ...cohort, value: [7], negation: true },
    leaf("a", "1", { negation: true }),
  ]);
});

filters("gives a normal form that parses to itself", () => {
  const input = [
    { key: "a", operator: "is_set" },
    { key: "id", value: 7, type: "cohort", operator: "not_in" },
    { key: "b", value: 1, type: "group", group_type_index: 0 },
    { key: "$session_duration", value: 30, operator: "gt", type: "session" },
    { key: "$channel_type", value: "Direct", type: "session" },
    { key: "timestamp", operator: "is_date_after", value: "2024-01-02", type: "event_metadata" },
    { key: "$session_id", value: "s", type: "event_metadata" },
    { key: "selector", value: "div > a", type: "element" },
  ];
  const once = parseFilters(input, "properties");
  assert.equal(parseFilters(once, "properties"), once);
});

filters("takes a filter without a type to be about the person when told so", () => {
  assert.equal(parseFilters({ name: "x" }, "properties", "person").values, [leaf("name", "x", { type: "person" })]);
});

const refusals: [what: string, input: unknown, attr: string, code?: string][] = [
  ["text", "a", "properties"],
  ["a filter that is no object", [5], "properties__0"],
  ["an unknown property of sessions", [{ key: "length", value: 1, type: "session" }], "properties__0__key"],
  ["an unknown column of events", [{ key: "uuid", value: "x", type: "event_metadata" }], "properties__0__key"],
  ["a missing key", [{ value: 1 }], "properties__0__key", "required"],
  ["a missing value", [{ key: "a" }], "properties__0__value", "required"],
  ["an object as value", [{ key: "a", value: {} }], "properties__0__value"],
  ["an unknown operator", [{ key: "a", value: 1, operator: "like" }], "properties__0__operator"],
  ["an unknown type", [{ key: "a", value: 1, type: "planet" }], "properties__0__type"],
  ["another property of a session", [{ key: "a", value: 1, type: "session" }], "properties__0__key"],
  ["another part of an element", [{ key: "tag", value: "a", type: "element" }], "properties__0__key"],
  ["a selector that is none", [{ key: "selector", value: "a >", type: "element" }], "properties__0__value"],
  [
    "a selector that is part of another",
    [{ key: "selector", value: "a", operator: "icontains", type: "element" }],
    "properties__0__operator",
  ],
  ["a group filter without index", [{ key: "a", value: 1, type: "group" }], "properties__0__group_type_index"],
  ["a cohort that is no id", [{ key: "id", value: "x", type: "cohort" }], "properties__0__value"],
  ["a limit that is no number", [{ key: "a", value: "x", operator: "gt" }], "properties__0__value"],
  ["a range of one number", [{ key: "a", value: [1], operator: "between" }], "properties__0__value"],
  ["a range that is no list", [{ key: "a", value: 1, operator: "not_between" }], "properties__0__value"],
  [
    "a range with a limit that is no number",
    [{ key: "a", value: [1, "x"], operator: "between" }],
    "properties__0__value",
  ],
  ["a limit that is no version", [{ key: "a", value: "x", operator: "semver_gt" }], "properties__0__value"],
  ["two versions", [{ key: "a", value: ["1.0", "2.0"], operator: "semver_neq" }], "properties__0__value"],
  ["a limit that is no date", [{ key: "a", value: "x", operator: "is_date_after" }], "properties__0__value"],
  ["a group of another type", { type: "NOT", values: [] }, "properties__type"],
  ["a group whose type has no text", { type: { toString: 1 }, values: [] }, "properties__type"],
  ["values that are no list", { type: "AND", values: 5 }, "properties__values"],
  [
    "filters and groups mixed",
    {
      type: "AND",
      values: [
        { key: "a", value: 1 },
        { type: "AND", values: [] },
      ],
    },
    "properties__values",
  ],
];

for (const [what, input, attr, code = "invalid_input"] of refusals) {
  filters(`refuses ${what}, naming the field`, () => {
    assert.throws(
      () => parseFilters(input, "properties"),
      (error: HogletError) => error.status === 400 && error.attr === attr && error.code === code,
    );
  });
}

filters("refuses groups that are nested too deep instead of running out of stack", () => {
  let input: object = { type: "AND", values: [] };
  for (let depth = 0; depth < 5000; depth++) input = { type: "AND", values: [input] };
  assert.throws(
    () => parseFilters(input, "properties"),
    (error: unknown) => error instanceof HogletError && error.status === 400,
  );
});

filters.run();
