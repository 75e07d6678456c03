import { existsSync, globSync, readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";

// Comments name the document and the section that a rule comes from: "reference/rest.md 5.9", "docs/contract.md". The
// documents are in `docs/`, so a reader of the repository can follow every citation.

const FOLDERS = ["lib", "adapters", "bin", "fixtures", "test", "docs"];

/** A document, and the numbers of sections behind it: `reference/insights.md 3.1, 8 and 9`. */
const CITATION =
  /(?<path>[\w./-]*\b[\w-]+\.md)(?:\s+(?:\*\s+|\/\/\s+)?(?<sections>\d+[a-z]?(?:\.\d+)*(?:(?:, | and |, and )\d+[a-z]?(?:\.\d+)*(?![\w%]))*))?/g;

/** Names of documents that comments leave the folder out of. */
const SHORT = /^(?:reference\/)?(?:agents|ai|capture|import|insights|plugins|query|rest)\.md$/;

const citations = suite("citations");

citations("every cited document and section is in docs/", () => {
  const wrong: string[] = [];
  let count = 0;
  for (const file of files()) {
    const text = readFileSync(file, "utf8");
    if (!text.includes(".md")) continue;
    for (const { groups } of text.matchAll(CITATION)) {
      const path = groups?.["path"] ?? "";
      const document = toDocument(path);
      if (document === null) continue;
      count++;
      if (!existsSync(document)) wrong.push(`${file}: ${path} is not there`);
      else if (groups?.["sections"])
        wrong.push(...missing(document, groups["sections"]).map((at) => `${file}: ${path} ${at}`));
    }
  }
  assert.equal(wrong, []);
  assert.ok(count > 250, `only ${count} citations were found`);
});

citations("the test can see a section that is not there", () => {
  assert.equal(missing("docs/reference/rest.md", "5.9, 99.1 and 5.1"), ["99.1"]);
});

citations.run();

function files(): string[] {
  return globSync(`{${FOLDERS.join()}}/**/*.{ts,tsx,mjs,md}`, {
    exclude: (name) => /(?:^|[\\/])node_modules$/.test(name),
  });
}

/** Where a cited document lies; null = it is no citation of one of ours. */
function toDocument(path: string): string | null {
  if (SHORT.test(path)) return `docs/reference/${path.replace("reference/", "")}`;
  return /^docs\/[\w/-]+\.md$/.test(path) ? path : null;
}

/** The sections that a document does not have: neither as a heading nor as a numbered item of one. */
function missing(document: string, sections: string): string[] {
  const numbers = headings(document);
  return sections.split(/, and |, | and /).filter((section) => {
    const parent = section.replace(/\.\d+$/, "");
    return (
      !numbers.has(section) && !(parent !== section && numbers.get(parent)?.includes(Number(section.split(".").at(-1))))
    );
  });
}

const known = new Map<string, Map<string, number[]>>();

/** By number of a heading: the numbers of the items in its lists. */
function headings(document: string): Map<string, number[]> {
  const found = known.get(document) ?? new Map<string, number[]>();
  if (known.has(document)) return found;
  known.set(document, found);
  let items: number[] = [];
  for (const line of readFileSync(document, "utf8").split("\n")) {
    const heading = /^#{2,4} (\d+[a-z]?(?:\.\d+)*)\b/.exec(line)?.[1];
    if (heading !== undefined) found.set(heading, (items = []));
    const item = /^\s*(\d+)\. /.exec(line)?.[1];
    if (item !== undefined) items.push(Number(item));
  }
  return found;
}
