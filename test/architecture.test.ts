import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";

/**
 * Who may import values from whom: an area knows those listed for it, and itself. Root files of `lib` are
 * written by their own name; `core` = the root files that know no area.
 */
const CORE = new Set([
  "errors",
  "parse",
  "clock",
  "cron",
  "depth",
  "host",
  "ids",
  "instant",
  "log",
  "side-file",
  "open-when-free",
  "page",
  "options",
  "lower-case",
  "web-stream",
  "json-scan",
  "json-text",
  "request-limits",
]);
const KNOWS: Record<string, string[]> = {
  core: [],
  storage: ["core"],
  elements: ["core"],
  activity: ["core", "storage"],
  projects: ["core", "storage", "filters", "activity"],
  auth: ["core", "storage", "activity"],
  groups: ["core", "storage", "filters"],
  filters: ["core", "storage"],
  persons: ["core", "storage", "filters", "projects", "activity"],
  "people-behind": ["core", "storage", "filters", "insights", "persons"],
  capture: ["core", "storage", "persons", "groups", "projects"],
  actions: ["core", "storage", "filters", "activity"],
  rows: ["core", "storage", "filters", "elements"],
  columns: ["core", "storage", "filters", "elements"],
  engine: ["core", "storage", "columns", "rows", "insights"],
  insights: ["core", "storage", "filters", "actions"],
  events: ["core", "storage", "filters", "elements", "persons"],
  cohorts: ["core", "storage", "elements", "filters", "projects", "persons", "events", "actions", "activity"],
  deletion: ["core", "storage", "persons", "events", "projects", "activity"],
  definitions: ["core", "storage", "filters"],
  saved: ["core", "storage", "activity", "insights"],
  timeline: ["core", "storage", "filters", "actions", "events", "insights", "persons"],
  query: ["core", "storage", "insights", "persons"],
  notes: ["core", "storage"],
  doctor: ["core", "storage", "columns"],
  warnings: ["core", "storage"],
  flags: ["core", "storage", "capture"],
  transfer: ["core", "storage", "projects", "persons", "elements", "cohorts", "actions"],
  plugins: ["core", "storage", "activity", "projects", "elements", "filters", "actions", "events"],
  api: ["core", "*"],
  "open-context": ["core", "*"],
  schedule: ["core", "storage"],
  "log-size": ["core", "storage"],
  "scheduled-jobs": ["core", "*"],
  fetch: ["core", "api"],
  handle: ["core", "*"],
  hoglet: ["core", "*"],
  index: ["core", "doctor", "api", "hoglet", "query", "capture", "fetch", "plugins"],
};

const IMPORT = /^(?:import|export)\s+(?!type\b)[^;]*?from\s+"([^"]+)"/gm;

const files = ["lib", "adapters", "bin", "fixtures"].flatMap(sources);

function sources(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => name.endsWith(".ts") && !name.includes("node_modules"))
    .map((name) => join(folder, name));
}

function areaOf(file: string): string {
  const [, first = ""] = file.split("/");
  const name = first.replace(/\.ts$/, "");
  return CORE.has(name) ? "core" : name;
}

function valueImports(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(IMPORT)].map((match) => match[1] ?? "");
}

function relativeImports(file: string): string[] {
  return valueImports(file)
    .filter((path) => path.startsWith("."))
    .map((path) => normalize(join(dirname(file), path)));
}

const directions = suite("import directions");

directions("areas of lib import values only from the areas they may know, and by their doors", () => {
  const wrong: string[] = [];
  for (const file of files.filter((name) => name.startsWith("lib/"))) {
    const area = areaOf(file);
    const known = KNOWS[area] ?? [];
    for (const path of relativeImports(file)) {
      const other = areaOf(path);
      const isOutside = !path.startsWith("lib/");
      const isAllowed = other === area || known.includes(other) || (known.includes("*") && other !== "hoglet");
      const isDoor = other === area || path.split("/").length === 2 || path.endsWith("/index.ts");
      if (isOutside || !isAllowed || !isDoor) wrong.push(`${file} -> ${path}`);
    }
  }
  assert.equal(wrong, []);
});

directions("adapters and commands enter by lib/index.ts, and lib never by them", () => {
  // Where files lie is no business of users, so it is not in lib/index.ts.
  const entrances = new Set(["lib/index.ts", "lib/side-file.ts"]);
  const wrong: string[] = [];
  for (const file of files.filter((name) => /^(adapters|bin)\//.test(name))) {
    for (const path of relativeImports(file)) {
      if (path.startsWith("lib/") && !entrances.has(path)) wrong.push(`${file} -> ${path}`);
    }
  }
  assert.equal(wrong, []);
});

directions("each package has one home", () => {
  const homes: Record<string, RegExp> = {
    "better-sqlite3": /^lib\/storage\//,
    h3: /^(adapters\/|bin\/)/,
    rou3: /^lib\/api\//,
    "lz-string": /^lib\/capture\//,
    commander: /^bin\//,
    "cross-spawn": /^bin\/start-command\.ts$/,
    "cli-progress": /^bin\//,
    croner: /^lib\/cron\.ts$/,
    jsep: /^lib\/insights\//,
    nanotar: /^lib\/plugins\/registry\/archive\.ts$/,
    sucrase: /^lib\/plugins\/transform\.ts$/,
    "quickjs-emscripten-core": /^lib\/plugins\/sandbox\/vm\.ts$/,
    re2js: /^lib\/filters\//,
    "csv-parse/sync": /^lib\/cohorts\/csv\.ts$/,
  };
  const wrong = files.flatMap((file) =>
    valueImports(file)
      .filter((path) => homes[path] && !homes[path].test(file))
      .map((path) => `${file} -> ${path}`),
  );
  assert.equal(wrong, []);
});

directions("time and chance come from clock.ts and ids.ts alone", () => {
  const source = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\b/;
  const allowed = new Set(["lib/clock.ts", "lib/ids.ts"]);
  const wrong = files.filter(
    (file) => isTimed(file) && !allowed.has(file) && source.test(withoutComments(readFileSync(file, "utf8"))),
  );
  assert.equal(wrong, []);
});

/** What runs inside a sandbox has no clock and no chance of the host's. */
function isTimed(file: string): boolean {
  return file.startsWith("lib/") && !file.startsWith("lib/plugins/guest/");
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/\/\/.*$/gm, "");
}

directions.run();

const doors = suite("doors");

doors("every area has a door that opens with a paragraph and lists names, without export *", () => {
  const areas = readdirSync("lib", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const area of areas.map((entry) => join("lib", entry.name))) {
    const door = readFileSync(join(area, "index.ts"), "utf8");
    assert.match(door, /^\/\*\*\n \* /, area);
    assert.not.match(door, /export \*/, area);
  }
});

doors.run();

const suites = suite("suites");

suites("every test file runs all the suites it makes, since uvu passes a file that runs none", () => {
  for (const file of sources("test").filter((name) => name.endsWith(".test.ts"))) {
    const source = readFileSync(file, "utf8");
    const made = source.match(/=\s*suite(?:<[^>]*>)?\(/g)?.length ?? 0;
    const run = source.match(/^\s*\w+\.run\(\)/gm)?.length ?? 0;
    assert.ok(made > 0, `${file} makes no suite`);
    assert.ok(run >= made, `${file} makes ${made} suites and runs ${run}`);
  }
});

suites.run();
