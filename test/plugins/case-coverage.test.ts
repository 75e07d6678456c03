import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";

/** Numbers by the test file that has them at the beginning of a test's name. */
const COVERED: Readonly<Record<string, string>> = {
  "test/http/plugin-configs.test.ts": "154 155 157 158 160 161 173 175 176 178 179 181",
  "test/http/plugin-config-updates.test.ts": "163 164 166 167 169 170",
  "test/http/plugin-logs.test.ts": "184 185 187 188 190 191",
  "test/http/plugins.test.ts": "217 220 221 223",
};

/** Numbers by the reason why no test has them. */
const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  "there is one organisation, so that no plugin is of another one": "172",
  "plugins are created here, unlike in the real service since 2025": "182",
  "there are no access levels: whoever may write plugins may make one global": "218",
};

const CASES = [...readFileSync("fixtures/cases/plugins.md", "utf8").matchAll(/^(\d+)\. /gm)].map(
  ([, number = ""]) => number,
);

const numbers = (text: string) => text.split(/\s+/).filter(Boolean);

const coverage = suite("fixtures/cases/plugins.md");

coverage("each case is in the table of coverage, once, and the table holds nothing else", () => {
  assert.is(CASES.length, 31);
  const listed = [...Object.values(COVERED), ...Object.values(NOT_APPLICABLE)].flatMap(numbers);
  assert.equal(listed.toSorted(), CASES.toSorted());
});

for (const [file, listed] of Object.entries(COVERED)) {
  coverage(`${file} names the cases it is listed for`, () => {
    const source = readFileSync(file, "utf8");
    const named = [...source.matchAll(/\(\s*"((?:\d+, )*\d+): /g)].flatMap(([, list = ""]) => list.split(", "));
    assert.equal(named.toSorted(), numbers(listed).toSorted());
  });
}

coverage.run();
