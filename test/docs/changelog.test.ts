import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import manifest from "../../package.json" with { type: "json" };
import { DOCUMENTS } from "../support/documents.ts";

// CHANGELOG.md follows Keep a Changelog. Branches are joined by keeping the lines of both sides, so a line may come twice.

const GROUPS = new Set(["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]);

const changelog = suite("CHANGELOG.md");

changelog("has the versions newest first, each with its date", () => {
  const [unreleased, ...versions] = sectionsOf(readFileSync("CHANGELOG.md", "utf8"));
  assert.is(unreleased?.title, "Unreleased");
  const read = versions.map(({ title }) => /^(\d+)\.(\d+)\.(\d+) - (\d{4}-\d{2}-\d{2})$/.exec(title) ?? [title]);
  assert.equal(
    read.filter((parts) => parts.length === 1),
    [],
  );
  const order = read.map(([, major, minor, patch]) => Number(major) * 1e6 + Number(minor) * 1e3 + Number(patch));
  assert.equal(
    order,
    order.toSorted((a, b) => b - a),
  );
  const dates = read.map((parts) => parts[4]);
  assert.equal(dates, dates.toSorted().toReversed());
  assert.is(versions[0]?.title.split(" ")[0], manifest.version);
});

changelog("sorts the changes of each version into its six groups", () => {
  assert.equal(faultsOf(readFileSync("CHANGELOG.md", "utf8")), []);
});

changelog("the test can see a group of no name, a second one, an empty one and a line that stands twice", () => {
  const text = "## 0.1.0 - 2026-01-01\n\n### News\n\n- One.\n\n### Added\n\n- One.\n\n### Added\n\n";
  assert.equal(faultsOf(text), [
    "0.1.0 - 2026-01-01: no group is called News",
    "0.1.0 - 2026-01-01: Added comes twice",
    "0.1.0 - 2026-01-01: Added is empty",
    "twice: - One.",
  ]);
});

changelog("the documents name the tarball of this version", () => {
  const named = DOCUMENTS.flatMap((file) => readFileSync(file, "utf8").match(/hoglet-[\w.-]+?\.tgz/g) ?? []);
  assert.ok(named.length >= 3);
  assert.equal([...new Set(named)], [`hoglet-${manifest.version}.tgz`]);
});

changelog.run();

interface Section {
  title: string;
  groups: { name: string; items: string[] }[];
}

function sectionsOf(text: string): Section[] {
  const parts = text.split(/^## /m).slice(1);
  return parts.map((part) => {
    const [head = "", ...groups] = part.split(/^### /m);
    return { title: head.trim().split("\n")[0] ?? "", groups: groups.map(toGroup) };
  });
}

function toGroup(text: string): Section["groups"][number] {
  const [name = "", ...lines] = text.split("\n");
  return {
    name,
    items: lines
      .join("\n")
      .split(/^(?=- )/m)
      .map((item) => item.trim())
      .filter(Boolean),
  };
}

function faultsOf(text: string): string[] {
  const sections = sectionsOf(text);
  const inSections = sections.flatMap(({ title, groups }) => {
    const names = groups.map(({ name }) => name);
    return [
      ...names.filter((name) => !GROUPS.has(name)).map((name) => `${title}: no group is called ${name}`),
      ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${title}: ${name} comes twice`),
      ...groups
        .filter(({ items }) => items.length === 0 && title !== "Unreleased")
        .map(({ name }) => `${title}: ${name} is empty`),
    ];
  });
  const items = sections.flatMap(({ groups }) => groups.flatMap((group) => group.items));
  const twice = items.filter((item, at) => items.indexOf(item) !== at).map((item) => `twice: ${item.split("\n")[0]}`);
  return [...inSections, ...twice];
}
