import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isOperatorName, operators, parseNumber } from "../../../lib/events/filters/operators.ts";
import type { OperatorName, Scalar } from "../../../lib/events/filters/operators.ts";
import { storedValue } from "../../../lib/events/filters/property-text.ts";
import type { Json } from "../../../lib/events/filters/property-text.ts";

const missing = undefined;

type Row = [
  operator: OperatorName,
  wanted: Scalar | Scalar[],
  passing: (Json | undefined)[],
  failing: (Json | undefined)[],
];

const table: Row[] = [
  ["exact", "Chrome", ["Chrome"], ["chrome", "Chrome ", missing, null]],
  ["exact", ["Chrome", "Safari"], ["Chrome", "Safari"], ["Firefox", missing]],
  ["exact", "30", [30, "30"], [3, "030", 30.5]],
  ["exact", 30, [30, "30"], ["x"]],
  ["exact", "1.5", [1.5, "1.5"], [1, "1"]],
  ["exact", "true", [true], ["true", false, missing]],
  ["exact", true, [true], ["true", 1]],
  ["exact", ["true"], [true, "true"], [false]],
  ["exact", "null", ["null"], [null, missing]],
  ["exact", '"a b"', ["a b"], ['"a b"']],
  ["exact", '["a", "b"]', [["a", "b"]], [["b", "a"], "a"]],
  ["exact", "", [""], ["a", null, missing]],
  ["exact", [], [], ["", missing, "a"]],
  ["is_not", "Chrome", ["Safari", missing, null], ["Chrome"]],
  ["is_not", ["a", "b"], ["c", missing], ["a", "b"]],
  ["is_not", "null", [null, missing, "a"], ["null"]],
  ["is_not", "", [null, missing, "a"], [""]],
  ["is_not", "true", ["true", false, missing], [true]],
  ["icontains", "OS", ["macos", "OSX"], ["windows", missing]],
  ["icontains", "ul", ["null"], [null, missing]],
  ["icontains", "", ["", "a"], [null, missing]],
  ["icontains", "a%c", ["xABBCx", "ac"], ["ca", "ab"]],
  ["icontains", "a_c", ["abc", "xaäcx", "a😀c"], ["ac"]],
  ["icontains", "100\\%", ["is 100% sure"], ["1000"]],
  ["icontains", "C:\\foo", ["c:\\foo\\bar"], ["c:foo"]],
  ["icontains", 5, [15, "52"], [4]],
  ["not_icontains", "@posthog", ["a@b.c", missing, null], ["x@PostHog.com"]],
  ["icontains_multi", ["50%", "Ada"], ["is 50% off", "ADA"], ["50 off", "d", missing, null]],
  ["not_icontains_multi", ["a", "b"], ["c", missing, null], ["A", "xb"]],
  ["starts_with", "Ab", ["abc", "AB"], ["cab", missing, null]],
  ["starts_with", ["a", "1"], ["A", 12], [21, "b"]],
  ["starts_with", "Ä", ["Äb"], ["äb"]],
  ["not_starts_with", "ab", ["cab", missing, null], ["ABc"]],
  ["ends_with", ".COM", ["a.com"], ["a.com/", missing, null]],
  ["not_ends_with", ".com", ["a.org", missing, null], ["a.COM"]],
  ["regex", "^a.c$", ["abc", "a\nc"], ["xabc", missing]],
  ["regex", "\\d+", [12, "a1"], ["a"]],
  ["regex", ".*", ["", "null"], [null, missing]],
  ["regex", "(", [], ["(", "", missing]],
  ["not_regex", "^a", ["b", missing], ["abc"]],
  ["not_regex", ".*", [null, missing], ["", "a"]],
  ["not_regex", "(", [], ["(", "a", missing]],
  ["is_set", null, ["a", "", "null", false, 0], [missing, null]],
  ["is_not_set", null, [missing, null], ["a", "", false, 0]],
  ["gt", "30", [31, "31", 30.1, "3.1e1"], [30, "30", "abc", "", true, null, missing]],
  ["gte", 30, [30, "30"], [29.9]],
  ["lt", "30", [-1, "29"], [30, missing, "", null, "0x1"]],
  ["lte", "30", [30], [30.1, "thirty"]],
  ["between", [2, "4.5"], [2, "3", 4.5, "4.5"], [1.9, 4.6, "abc", "", true, null, missing]],
  ["between", [4, 2], [], [2, 3, 4]],
  // Precedence of Semantic Versioning 2.0, section 11; short versions are padded with zeros.
  ["semver_eq", "1.2", ["1.2.0", "v1.2", "1.2.0+build", 1.2], ["1.2.1", "1.2.0-rc.1", "x", "", missing, null]],
  ["semver_neq", "1.2.0", ["1.2.1", "1.2.0-rc.1"], ["1.2", "x", "", missing, null]],
  ["semver_gt", "1.9.0", ["1.10.0", "2.0.0-alpha"], ["1.9.0", "1.9.0-rc.1", "1.2.9", "x", missing]],
  ["semver_gt", "1.0.0-alpha.2", ["1.0.0-alpha.10", "1.0.0-alpha.beta", "1.0.0"], ["1.0.0-alpha.1", "1.0.0-alpha"]],
  ["semver_gte", "1.9.0", ["1.9.0", "1.10.0"], ["1.8.9", "1.9.0-rc.1"]],
  ["semver_lt", "1.10.0", ["1.9.9", "1.10.0-rc.1"], ["1.10.0", "x", missing]],
  ["semver_lte", "1.10.0", ["1.10.0", "1.9.9"], ["1.10.1"]],
  ["semver_tilde", "1.2.3", ["1.2.3", "1.2.9"], ["1.2.2", "1.3.0"]],
  ["semver_caret", "1.2.3", ["1.2.3", "1.9.0"], ["1.2.2", "2.0.0"]],
  ["semver_caret", "0.2.3", ["0.2.9"], ["0.3.0"]],
  ["semver_wildcard", "1.2.*", ["1.2.0", "1.2.9"], ["1.3.0", "1.1.9"]],
  ["semver_wildcard", ["1.*"], ["1.0.0", "1.9.0"], ["2.0.0", missing]],
  ["in", ["a", "b"], ["a", "b"], ["c", missing]],
  ["not_in", ["a", "b"], ["c", missing], ["a", "b"]],
  ["min", 30, [30, "31"], [29.9, "x", missing]],
  ["max", "30", [30, 29], [30.1, "x", missing]],
  ["not_between", [2, "4.5"], [1.9, "4.6", "abc", "", null, missing], [2, 3, 4.5]],
  [
    "is_date_exact",
    "2020-01-02",
    ["2020-01-02", "2020-01-02T23:59:59Z", "2020/01/02"],
    ["2020-01-03", "soon", missing],
  ],
  ["is_date_exact", "2020-01-02 10:00:00", ["2020-01-02T10:00:00.900Z", 1577959200], ["2020-01-02"]],
  [
    "is_date_after",
    "2020-01-02",
    ["2020-01-03", "2020-01-03T00:00:00Z"],
    ["2020-01-02T23:59:59Z", "2020-01-01", missing],
  ],
  [
    "is_date_after",
    "2020-01-02T10:00:00Z",
    ["2020-01-02T10:00:01Z"],
    ["2020-01-02T10:00:00Z", "2020-01-02T11:59:00+02:00"],
  ],
  [
    "is_date_before",
    "2020-01-02",
    ["2020-01-01T23:59:59Z", 1577836800, 1577836800000],
    ["2020-01-02", "2020-02-30", missing],
  ],
];

const operator = suite("operators");

for (const [name, wanted, passing, failing] of table) {
  operator(`${name} ${JSON.stringify(wanted)}`, () => {
    const test = operators[name].compile(wanted);
    // As rows are tested: a stored null is no value.
    const passes = (stored: Json | undefined) => test(stored === missing ? missing : storedValue({ p: stored }, "p"));
    for (const stored of passing) assert.is(passes(stored), true, `${JSON.stringify(stored)} should pass`);
    for (const stored of failing) assert.is(passes(stored), false, `${JSON.stringify(stored)} should not pass`);
  });
}

operator("every operator has a row in the table", () => {
  assert.equal(Object.keys(operators).toSorted(), [...new Set(table.map(([name]) => name))].toSorted());
});

operator.run();

const name = suite("isOperatorName");

name("knows the wire names only, not what every object has", () => {
  assert.is(isOperatorName("not_icontains"), true);
  assert.is(isOperatorName("constructor"), false);
});

name.run();

const number = suite("parseNumber");

number("reads decimal numbers and nothing else", () => {
  assert.equal([" 1.5 ", "-2", ".5", "1.", "1e3"].map(parseNumber), [1.5, -2, 0.5, 1, 1000]);
  assert.equal(
    ["", " ", "true", "0x10", "Infinity", "1,5", "1 2"].map(parseNumber),
    Array.from({ length: 7 }, () => null),
  );
});

number("takes linear time on a long run of digits that is no number", () => {
  const text = `${"1".repeat(200_000)}x`;
  assert.is(parseNumber(text), null);
});

number.run();
