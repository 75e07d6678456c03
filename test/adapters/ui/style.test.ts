import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const PAGE = "adapters/ui/page";

/** All files below the page's folder with this ending. */
function filesOf(ending: string): string[] {
  const names = readdirSync(PAGE, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(PAGE, name));
}

/** The selectors of a sheet, one for each of a list. */
function selectorsOf(sheet: string): string[] {
  const rules = readFileSync(sheet, "utf8").replace(/\/\*[^]*?\*\//g, "");
  return [...rules.matchAll(/([^{}]+)\{/g)]
    .flatMap(([, list = ""]) => list.split(","))
    .map((selector) => selector.trim())
    .filter((selector) => selector !== "" && !selector.startsWith("@"));
}

function classesOf(selector: string): string[] {
  return [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name);
}

const isView = (sheet: string) => sheet.includes("/views/");
const sheets = filesOf(".css");
const shared = new Set(
  sheets
    .filter((sheet) => !isView(sheet))
    .flatMap(selectorsOf)
    .flatMap(classesOf),
);

/** The classes that a view's sheet alone defines. */
function ownOf(sheet: string): Set<string> {
  return new Set(
    selectorsOf(sheet)
      .flatMap(classesOf)
      .filter((name) => !shared.has(name)),
  );
}

/** States, which count only together with a class of the view, and classes that first-run borrows. */
const BORROWED = new Set(["dragged", "live-rows"]);

const sheet = suite("style sheets");

sheet("of a view touch nothing outside it: each rule is about a class of its own", () => {
  const loose = sheets.filter(isView).flatMap((each) => {
    const own = ownOf(each);
    return selectorsOf(each)
      .filter((selector) => !classesOf(selector).some((name) => own.has(name)))
      .map((selector) => `${each}: ${selector}`);
  });
  assert.equal(loose, []);
});

sheet("of two views give no class two meanings", () => {
  const owners = new Map<string, string[]>();
  for (const each of sheets.filter(isView)) {
    for (const name of ownOf(each)) owners.set(name, [...(owners.get(name) ?? []), dirname(each)]);
  }
  assert.equal(
    [...owners].filter(([name, where]) => where.length > 1 && !BORROWED.has(name)),
    [],
  );
});

sheet("are the only place of a view's classes: other views do not use them", () => {
  const owners = new Map(
    sheets.filter(isView).flatMap((each) => [...ownOf(each)].map((name) => [name, dirname(each)])),
  );
  const uses = filesOf(".tsx").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/class="([^"]*)"/g)]
      .flatMap(([, names = ""]) => names.split(" "))
      .filter((name) => owners.has(name) && !BORROWED.has(name) && owners.get(name) !== dirname(file))
      .map((name) => `${file}: ${name}`),
  );
  assert.equal(uses, []);
});

sheet.run();
