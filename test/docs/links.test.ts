import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DOCUMENTS } from "../support/documents.ts";

const links = suite("links of the documents");

links("lead to files and headings that exist", () => {
  const wrong = DOCUMENTS.flatMap((file) => targetsOf(file).flatMap((target) => faultOf(file, target)));
  assert.equal(wrong, []);
});

links("of the index lead to every page", () => {
  const linked = new Set(targetsOf("docs/index.md").map((target) => join("docs", target.split("#")[0] ?? "")));
  // `decisions.test.ts` holds the list of the decisions.
  const pages = DOCUMENTS.filter((file) => /^docs\/(?!index\.md|decisions\/)/.test(file));
  assert.equal(
    pages.filter((page) => !linked.has(page)),
    [],
  );
});

links("the test can see a file and a heading that do not exist", () => {
  assert.is(faultOf("docs/index.md", "nowhere.md").length, 1);
  assert.is(faultOf("docs/index.md", "deploy.md#nowhere").length, 1);
  assert.is(faultOf("docs/index.md", "deploy.md#minimum-versions").length, 0);
});

links.run();

/** Targets of a document's links, without those outside of the repository. */
function targetsOf(file: string): string[] {
  const text = readFileSync(file, "utf8").replace(/^```[^]*?^```$/gm, "");
  return [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map((found) => found[1] ?? "");
}

function faultOf(file: string, target: string): string[] {
  const [path = "", anchor] = target.split("#");
  const document = path === "" ? file : join(dirname(file), path);
  if (!existsSync(document)) return [`${file}: ${target} is not there`];
  if (anchor === undefined) return [];
  const headings = [...readFileSync(document, "utf8").matchAll(/^#+ (.*)$/gm)].map((found) => toAnchor(found[1] ?? ""));
  return headings.includes(anchor) ? [] : [`${file}: ${target} is no heading`];
}

/** GitHub's rule: lower case, no punctuation, hyphens for blanks. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}
