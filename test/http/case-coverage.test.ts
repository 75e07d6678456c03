import { existsSync, readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";

/** Numbers by the test file that has them at the beginning of a test's name. A case in several files is listed once. */
const COVERED: Readonly<Record<string, string>> = {
  "test/people/persons/list.test.ts": "1 2 4 5 7 8 10 11 19 32 34 35 37 38 40 41 43 44 46 47 49 50 52 53 55 56",
  "test/people/persons/list-pages.test.ts": "13 16 17 20",
  "test/people/persons/get.test.ts": "58 59",
  "test/people/persons/name.test.ts": "22 61 62 64 65",
  "test/people/persons/update.test.ts": "68 70 71 73 76",
  "test/people/persons/split.test.ts": "82 83 86 88 89 91 92 94",
  "test/people/persons/values.test.ts": "124 125 127 128",
  "test/http/persons.test.ts": "25 67 74 77 116 202",
  "test/http/csv.test.ts": "26 28 29",
  "test/http/errors.test.ts": "31 214 215",
  "test/http/activity.test.ts": "118 119 121 122",
  "test/http/cohorts.test.ts": "131",
  "test/http/keys.test.ts": "205 206",
  "test/http/projects.test.ts": "209 211",
  "test/http/rate-limit.test.ts": "212",
  "test/admin/auth/authenticate.test.ts": "193 194 200",
  "test/admin/auth/keys.test.ts": "199 208",
  "test/people/cohorts/calculate.test.ts": "130",
  "test/people/deletion/delete-person.test.ts": "95 97 98",
  "test/people/deletion/delete-persons.test.ts": "103 104 106 107",
  "test/people/deletion/run.test.ts": "112 113",
  "test/people/deletion/schedule.test.ts": "115",
  "test/people/deletion/status.test.ts": "110",
  "test/questions/people/rest-cases.test.ts": "133 134 136 137 139 140 142 143 145 146",
  "test/questions/timeline/properties-timeline.test.ts": "148 149 151 152",
};

/** Numbers by the reason why no test has them. */
const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  "persons are stored in one place: none that is found lacks its record, and distinct ids have no versions": "14 85",
  "a deleted person leaves no tombstone behind; the next event makes it anew": "100",
  "persons dated in the future are listed: nobody expects them to be hidden (docs/compatibility.md)": "23",
  "there is no capture service that could be down: events of these routes are stored in the same transaction": "79 80",
  "recordings are not stored, so that there are none to delete": "101",
  "persons are deleted in one transaction, all or none of them": "109",
  "keys belong to the file and not to users, and were never stored by an older hash": "196 197",
  "there is one organisation, to which no key can be limited": "203",
};

/** Covered cases whose tests expect another result, with the document that decides it. */
const OTHERWISE: Readonly<Record<string, string>> = {
  "docs/contract.md: other statuses, and update answers with the person": "68 94 95 103",
  "docs/compatibility.md: an unknown format, and an empty list of scopes, are refused with their field": "31 199",
  "docs/decisions/010-one-shape-on-the-wire.md: pages go by one algorithm, and next is null on the last one": "16",
  "docs/decisions/002-the-contract-first.md: what the original answers with 500, a field in the wrong place or another shape is a flat 400":
    "19 67 121 143",
  "docs/decisions/010-one-shape-on-the-wire.md: a filter that cannot be read is refused, and one without a type is about the person":
    "35 53",
  "reference/rest.md 6.4: filters compare typed values, so that 1.5 and true match as numbers, booleans and texts":
    "43 44",
  "docs/compatibility.md: the properties stay with the person that is split, as since 2026": "82",
  "docs/decisions/010-one-shape-on-the-wire.md: CSV is never an empty body": "28",
  "distinct ids have no versions, so that none has to be lifted; the refusal is the same": "116",
  "there are no users, each of whom may have ten keys; the other refusals are the same": "206",
};

const CASES = [...readFileSync("fixtures/cases/rest.md", "utf8").matchAll(/^(\d+)\. /gm)].map(
  ([, number = ""]) => number,
);

const numbers = (text: string) => text.split(/\s+/).filter(Boolean);

/** Does a text begin with the number, or with a list of numbers that has it? */
function has(source: string, number: string): boolean {
  return new RegExp(`["\`](?:case )?(?:[A-Z]?\\d+(?:,| and)? )*${number}(?=[ ,:"\`])`).test(source);
}

const coverage = suite("fixtures/cases/rest.md");

coverage("each case is in the table of coverage, once, and the table holds nothing else", () => {
  assert.is(CASES.length, 118);
  const listed = [...Object.values(COVERED), ...Object.values(NOT_APPLICABLE)].flatMap(numbers);
  assert.equal(listed.toSorted(), CASES.toSorted());
});

for (const [file, listed] of Object.entries(COVERED)) {
  coverage(`${file} names the cases it is listed for`, () => {
    assert.ok(existsSync(file), `${file} does not exist`);
    const source = readFileSync(file, "utf8");
    assert.equal(
      numbers(listed).filter((number) => !has(source, number)),
      [],
    );
  });
}

coverage("every reason is a sentence, and only what is tested is tested otherwise", () => {
  for (const reason of [...Object.keys(NOT_APPLICABLE), ...Object.keys(OTHERWISE)]) {
    assert.ok(reason.split(" ").length > 4, reason);
  }
  const covered = new Set(Object.values(COVERED).flatMap(numbers));
  const otherwise = Object.values(OTHERWISE).flatMap(numbers);
  assert.equal(
    otherwise.filter((number) => !covered.has(number)),
    [],
  );
});

coverage.run();
