import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseWhere } from "../../../bin/ask/where.ts";

const where = suite("parseWhere");

where("reads each form of a condition", () => {
  const rows: [text: string, operator: string, value?: unknown][] = [
    ["plan = pro", "exact", ["pro"]],
    ["plan=pro", "exact", ["pro"]],
    ["plan != 'very pro'", "is_not", ["very pro"]],
    ["plan > 3.5", "gt", "3.5"],
    ["plan >= -1", "gte", "-1"],
    ["plan < 1e3", "lt", "1e3"],
    ["plan <= .5", "lte", ".5"],
    ["plan > 2024-03-01", "is_date_after", "2024-03-01"],
    ["plan < '2024-03-01 10:00'", "is_date_before", "2024-03-01 10:00"],
    ["plan contains ro", "icontains", "ro"],
    ["plan NOT Contains ro", "not_icontains", "ro"],
    ['plan regex "^p(ro|lus)$"', "regex", "^p(ro|lus)$"],
    ["plan not regex 'x'", "not_regex", "x"],
    ["plan in (pro, 'a, b', 3)", "exact", ["pro", "a, b", "3"]],
    ["plan not in (pro)", "is_not", ["pro"]],
    ["plan is set", "is_set"],
    ["plan is not set", "is_not_set"],
  ];
  for (const [text, operator, value] of rows) {
    const expected = { of: "event", key: "plan", operator, ...(value !== undefined && { value }) };
    assert.equal(parseWhere(text), [expected], text);
  }
});

where("knows whose property is meant", () => {
  assert.equal(owner("$browser is set"), ["event", undefined, "$browser"]);
  assert.equal(owner("person.plan is set"), ["person", undefined, "plan"]);
  assert.equal(owner('person."first name" is set'), ["person", undefined, "first name"]);
  assert.equal(owner("session.$channel_type is set"), ["session", undefined, "$channel_type"]);
  assert.equal(owner("group.company.plan.name is set"), ["group", "company", "plan.name"]);
  assert.equal(owner("group.0.plan is set"), ["group", "0", "plan"]);
  // A text is the whole name.
  assert.equal(owner("'person.plan' is set"), ["event", undefined, "person.plan"]);
  assert.equal(owner(String.raw`'it\'s' is set`), ["event", undefined, "it's"]);
});

where("joins conditions by and", () => {
  const found = parseWhere("a = 1 and person.b contains 'x and y' AND c is not set");
  assert.equal(
    found.map(({ key, operator }) => [key, operator]),
    [
      ["a", "exact"],
      ["b", "icontains"],
      ["c", "is_not_set"],
    ],
  );
});

where("says what it expected, what came and where", () => {
  const rows: [text: string, sentence: RegExp][] = [
    ["", /^Expected a property but found the end at character 1 /],
    ["= pro", /^Expected a property but found "=" at character 1 /],
    ["plan", /^Expected =, !=, .* but found the end at character 5 of "plan"\.$/],
    ["plan =", /^Expected a value but found the end at character 7 /],
    ["plan = = pro", /^Expected a value but found "=" at character 8 /],
    ["plan = pro or plan = free", /^Expected "and" but found "or" at character 12 .*in \(a, b\)/],
    ["plan = very pro", /^Expected "and" but found "pro" at character 13 /],
    ["plan > pro", /^Expected a number or a date after > but found "pro" at character 8 /],
    [
      "plan >= 2024-03-01",
      /^Expected a number after >= but found "2024-03-01" at character 9 .*Dates compare by > and </,
    ],
    ["plan in pro", /^Expected "\(" but found "pro" at character 9 /],
    ["plan in (pro", /^Expected "," or "\)" but found the end at character 13 /],
    ["plan in ()", /^Expected a value but found "\)" at character 10 /],
    ["plan is unset", /^Expected set or not set but found "unset" at character 9 /],
    ["plan is not there", /^Expected set but found "there" at character 13 /],
    ["plan not = pro", /^Expected contains, regex or in after not but found "=" at character 10 /],
    ["plan = 'pro", /^Expected the other quote but found "'" at character 8 /],
    ["plan ! pro", /^Expected a word but found "!" at character 6 /],
    ["person. is set", /^Expected the name of a property but found "is" at character 9 /],
    ["group.plan is set", /^Expected group\.<type>\.<property>/],
    ["plan = pro and", /^Expected a property but found the end at character 15 /],
  ];
  for (const [text, sentence] of rows) assert.throws(() => parseWhere(text), sentence, text);
});

function owner(text: string): unknown {
  return parseWhere(text).map(({ of, groupType, key }) => [of, groupType, key])[0];
}

where.run();
