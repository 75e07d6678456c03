import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { manualPages } from "../../build/docs/pages.ts";

const manual = suite("pages of the manual that follow from the code");

for (const [file, page] of Object.entries(manualPages())) {
  manual(`${file} is what \`npm run docs\` writes`, () => {
    assert.fixture(readFileSync(file, "utf8"), page, `${file} is not up to date: npm run docs`);
  });
}

manual.run();
