import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { routes } from "../../lib/http/index.ts";

const DOC = readFileSync("docs/scopes.md", "utf8");

/** The routes of each scope in the document, each as a text with its further requirements. */
function toTold(text: string): Record<string, string[]> {
  const [, ...sections] = text.split(/^## `/m);
  return Object.fromEntries(
    sections.map((section) => [
      section.slice(0, section.indexOf("`")),
      section.split("\n").filter((line) => line.startsWith("- ")),
    ]),
  );
}

/** The same texts, from the route table. */
function toTrue(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const route of routes) {
    if (route.access !== "key") continue;
    for (const scope of route.scopes) {
      const others = route.scopes.filter((other) => other !== scope).map((other) => `\`${other}\``);
      const methods = route.methods.map((method) => `\`${method}\``).join(", ");
      const besides = others.length === 0 ? "" : ` (with ${others.join(" and ")})`;
      (found[scope] ??= []).push(`- ${methods} \`${route.path}\`${besides}`);
    }
  }
  return found;
}

/** The lists in an order that is the same for both: theirs has no meaning. */
function sorted(lists: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([scope, lines]) => [scope, lines.toSorted()]));
}

const scopes = suite("docs/scopes.md");

scopes("names the routes of every scope, and no others", () => {
  assert.equal(sorted(toTold(DOC)), sorted(toTrue()));
});

scopes("says of each scope what it lets one see and do", () => {
  for (const section of DOC.split(/^## `/m).slice(1)) {
    const sentences = section.split("\n").filter((line) => line !== "" && !line.startsWith("- "));
    assert.ok(sentences.slice(1).join(" ").length > 20, section.slice(0, 40));
  }
});

scopes("is named in the README", () => {
  assert.match(readFileSync("README.md", "utf8"), /\]\(docs\/scopes\.md\)/);
});

scopes.run();
