import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const PAGE = "adapters/ui/page";

/** The lines of the page's sources that match, with their files. */
function linesWith(pattern: RegExp): string[] {
  return readdirSync(PAGE, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const lines = readFileSync(join(PAGE, name), "utf8").split("\n");
      return lines.filter((line) => pattern.test(line)).map((line) => `${name}: ${line.trim()}`);
    });
}

/** A count, by its name, then a word that ends in s. */
const PLURAL = /(?:count|length|total|size|bytes|shown)(?:\.toLocaleString\("en"\))?\} [a-z]+s\b/;
/** Code with separate words for one item, and text about a part ("3 of 20 rows"), which always means several items. */
const APART = /=== 1 \?|\bof \{/;

const parts = suite("the page's parts");

parts("every field to search by is the one that waits for the typing", () => {
  assert.equal(linesWith(/type="search"/), ['parts/search-field.tsx: type="search"']);
});

parts("no number stands before a plural that was written out: one of them would be wrong", () => {
  assert.equal(
    linesWith(PLURAL).filter((line) => !APART.test(line)),
    [],
  );
});

parts.run();
