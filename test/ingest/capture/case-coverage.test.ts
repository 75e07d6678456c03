import { existsSync, readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { COVERED, NOT_APPLICABLE } from "../../support/case-coverage.ts";

const CASES = [...readFileSync("fixtures/cases/capture.md", "utf8").matchAll(/^\| ([A-Z]\d+) \|/gm)].map(
  ([, number = ""]) => number,
);

function numbers(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** Does a text begin with the number, or with a list of numbers that has it? */
function has(source: string, number: string): boolean {
  return new RegExp(`["\`](?:[A-Z]\\d+,? )*${number}(?=[ ,:"\`])`).test(source);
}

const coverage = suite("fixtures/cases/capture.md");

coverage("holds every case once", () => {
  assert.is(CASES.length, new Set(CASES).size);
  assert.ok(CASES.length > 150, `${CASES.length} cases`);
});

coverage("each case is in the table of coverage, once, and the table holds nothing else", () => {
  const listed = [...Object.values(COVERED), ...Object.values(NOT_APPLICABLE)].flatMap(numbers);
  assert.equal(
    CASES.filter((number) => !listed.includes(number)),
    [],
    "cases without a test",
  );
  assert.equal(listed.toSorted(), [...new Set(CASES.filter((number) => listed.includes(number)))].toSorted());
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

coverage("every reason against a test is a sentence", () => {
  for (const reason of Object.keys(NOT_APPLICABLE)) assert.ok(reason.split(" ").length > 4, reason);
});

coverage.run();
