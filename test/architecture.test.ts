import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { findCycles, importedPaths, readImports } from "./support/import-cycles.ts";

/** The wings of what hoglet does, below the handle. */
const USE_CASES = [
  "base",
  "storage",
  "events",
  "log",
  "hogql",
  "port",
  "engines",
  "admin",
  "people",
  "questions",
  "plugins",
  "ingest",
  "flags",
  "sql",
  "query",
  "doctor",
  "transfer",
  "sources",
  "uploads",
  "places",
  "copies",
  "replication",
];

/** The wings of `lib`, and the wings that each may import, values and types alike; a wing may import itself. */
const KNOWS: Record<string, string[]> = {
  base: [],
  archives: [],
  storage: ["base"],
  events: ["base", "storage"],
  log: ["base", "storage", "events"],
  hogql: ["base", "storage", "events", "log"],
  port: ["base", "events"],
  engines: ["base", "storage", "events", "log", "hogql", "port"],
  admin: ["base", "storage", "events", "log"],
  people: ["base", "storage", "events", "log", "admin"],
  questions: ["base", "storage", "events", "log", "hogql", "admin", "people", "port", "engines"],
  plugins: ["base", "archives", "storage", "events", "log", "admin"],
  ingest: ["base", "storage", "events", "log", "admin", "people", "plugins"],
  flags: ["base", "storage", "events", "admin", "people", "questions", "ingest"],
  sql: ["base", "storage", "events", "log", "hogql", "port", "admin", "people", "questions"],
  query: ["base", "storage", "events", "hogql", "port", "admin", "people", "questions", "sql"],
  doctor: ["base", "storage", "log", "engines"],
  transfer: ["base", "storage", "events", "log", "admin", "people", "flags"],
  sources: ["base", "archives", "storage", "events", "log", "admin", "people", "transfer"],
  uploads: ["base", "storage", "events", "admin", "people", "plugins", "ingest", "engines", "transfer", "sources"],
  places: ["base"],
  copies: ["base", "storage", "places", "log", "people", "doctor"],
  replication: ["base", "storage", "places"],
  handle: USE_CASES,
  operations: [...USE_CASES, "handle"],
  http: [...USE_CASES, "handle", "operations"],
};
/** Files of the root: the handle with its routes, and the library's doors. */
const ROOT = new Set(["hoglet", "instance", "index", "engine"]);
/** Wings without a door: each of their files, or areas, is entered by itself. */
const OPEN_WINGS = new Set(["base", "port"]);

const IMPORT = /^(?:import|export)\s+(?!type\b)[^;]*?from\s+"([^"]+)"/gm;
const ANY_IMPORT = /^(?:import|export)\s+[^;]*?from\s+"([^"]+)"/gm;

const files = ["lib", "adapters", "bin", "fixtures"].flatMap((folder) => sources(folder));

function sources(folder: string, ending = /\.ts$/): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => ending.test(name) && !name.includes("node_modules"))
    .map((name) => join(folder, name));
}

function wingOf(file: string): string {
  const [, first = ""] = file.split("/");
  return first.replace(/\.ts$/, "");
}

/** The folder whose door others use: a wing, or an area of a wing that has several. */
function areaOf(file: string): string {
  const [, wing = "", area = ""] = file.split("/");
  return existsSync(join("lib", wing, "index.ts")) || area.endsWith(".ts") ? wing : `${wing}/${area}`;
}

function importsOf(file: string, pattern = IMPORT): string[] {
  return [...readFileSync(file, "utf8").matchAll(pattern)].map((match) => match[1] ?? "");
}

function relativeImports(file: string, pattern = IMPORT): string[] {
  return importsOf(file, pattern)
    .filter((path) => path.startsWith("."))
    .map((path) => normalize(join(dirname(file), path)));
}

const directions = suite("import directions");

directions("wings of lib import only the wings that they may know", () => {
  const wrong: string[] = [];
  for (const file of files.filter((name) => name.startsWith("lib/"))) {
    const wing = wingOf(file);
    for (const path of relativeImports(file, ANY_IMPORT)) {
      const other = wingOf(path);
      const isKnown =
        other === wing || (KNOWS[wing] ?? []).includes(other) || (ROOT.has(wing) && path !== "lib/index.ts");
      if (!path.startsWith("lib/") || !isKnown) wrong.push(`${file} -> ${path}`);
    }
  }
  assert.equal(wrong, []);
});

directions("areas are entered by their doors", () => {
  const wrong: string[] = [];
  for (const file of files.filter((name) => name.startsWith("lib/"))) {
    for (const path of relativeImports(file)) {
      const isInside = areaOf(path) === areaOf(file) || OPEN_WINGS.has(wingOf(path)) || ROOT.has(wingOf(path));
      if (isInside || path.endsWith("/index.ts") || isWithinEngine(file, path) || path.startsWith("lib/handle/"))
        continue;
      wrong.push(`${file} -> ${path}`);
    }
  }
  assert.equal(wrong, []);
});

const COLUMNS = /^lib\/(engines\/columns|questions\/[a-z]+\/(?:columns|trace))\//;

/** The columns of a question use the parts of the engine. */
function isWithinEngine(file: string, path: string): boolean {
  return COLUMNS.test(file) && COLUMNS.test(path);
}

directions("adapters and commands enter by the doors of lib, and lib never by them", () => {
  // Where files lie, and how an object is told from a list, is no business of users, so it is not in lib/index.ts.
  const entrances = new Set([
    "lib/index.ts",
    "lib/engine.ts",
    "lib/admin/auth/scope-objects.ts",
    "lib/base/depth.ts",
    "lib/base/fields.ts",
    "lib/base/nearest.ts",
    "lib/base/one-by-one.ts",
    "lib/base/call-faults.ts",
    "lib/base/platform.ts",
    "lib/base/side-file.ts",
    "lib/base/temp-folder.ts",
    "lib/base/version.ts",
    "lib/base/visible.ts",
    "lib/handle/options.ts",
  ]);
  const wrong: string[] = [];
  // Types and files of the page too.
  const theirs = ["adapters", "bin"].flatMap((folder) => sources(folder, /\.tsx?$/));
  for (const file of theirs) {
    for (const path of relativeImports(file, ANY_IMPORT)) {
      if (path.startsWith("lib/") && !entrances.has(path)) wrong.push(`${file} -> ${path}`);
    }
  }
  assert.equal(wrong, []);
});

directions("each package has one home", () => {
  const homes: Record<string, RegExp> = {
    "better-sqlite3": /^lib\/storage\//,
    "drizzle-orm": /^lib\/storage\//,
    "drizzle-orm/sqlite-core": /^lib\/storage\//,
    h3: /^(adapters\/|bin\/)/,
    rou3: /^lib\/http\//,
    "lz-string": /^lib\/ingest\/capture\//,
    commander: /^bin\//,
    "cross-spawn": /^bin\/start-command\.ts$/,
    "cli-progress": /^bin\//,
    croner: /^lib\/base\/cron\.ts$/,
    jsep: /^lib\/questions\/trend\//,
    sucrase: /^lib\/plugins\/transform\.ts$/,
    "quickjs-emscripten-core": /^lib\/plugins\/sandbox\/vm\.ts$/,
    re2js: /^lib\/events\/filters\//,
    "@modelcontextprotocol/sdk/server/index.js": /^adapters\/mcp\/server\.ts$/,
    "@modelcontextprotocol/sdk/types.js": /^adapters\/mcp\/server\.ts$/,
    "csv-parse/sync": /^lib\/people\/cohorts\/csv\.ts$/,
    "csv-parse": /^lib\/sources\/read\//,
    yauzl: /^lib\/archives\//,
    "modern-tar": /^lib\/archives\//,
    avsc: /^lib\/sources\/read\//,
    hyparquet: /^lib\/sources\/read\//,
    "@streamparser/json": /^lib\/sources\/read\//,
  };
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((path) => homes[path] && !homes[path].test(file))
      .map((path) => `${file} -> ${path}`),
  );
  assert.equal(wrong, []);
});

directions("no module of lib is imported for its effects, which the build would leave out", () => {
  const effects = /^import\s+"/m;
  assert.equal(
    files.filter((file) => file.startsWith("lib/") && effects.test(readFileSync(file, "utf8"))),
    [],
  );
});

directions("time and chance come from clock.ts and ids.ts alone", () => {
  const source = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\b/;
  const allowed = new Set(["lib/base/clock.ts", "lib/base/ids.ts"]);
  const wrong = files.filter(
    (file) => isTimed(file) && !allowed.has(file) && source.test(withoutComments(readFileSync(file, "utf8"))),
  );
  assert.equal(wrong, []);
});

/** Is the file bound to the injected clock and ids? Code inside a sandbox is not: the host's clock does not reach it. */
function isTimed(file: string): boolean {
  return file.startsWith("lib/") && !file.startsWith("lib/plugins/guest/");
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/\/\/.*$/gm, "");
}

directions.run();

const cycles = suite("import cycles");

cycles("no file imports itself by way of others, types included", () => {
  const all = ["lib", "adapters", "bin", "fixtures"].flatMap((folder) => sources(folder, /\.tsx?$/));
  assert.equal(findCycles(readImports(all)), []);
});

cycles("a cycle is found, and its neighbours are left out", () => {
  const imports = { a: ["b"], b: ["c", "d"], c: ["b"], d: [], e: ["e"] };
  const graph = new Map(Object.entries(imports).map(([file, others]) => [file, new Set(others)]));
  assert.equal(findCycles(graph), [["b", "c"], ["e"]]);
});

cycles("imports are read in all their forms", () => {
  const source = `import type { A } from "./a.ts";
import {
  b,
} from "./b.ts";
import "./c.ts";
export type { D } from "./d.ts";
// import "./comment.ts";
const e = async (): Promise<import("./e.ts").E> => (await import("./f.tsx")).e;`;
  assert.equal(importedPaths(source), ["./a.ts", "./b.ts", "./c.ts", "./d.ts", "./e.ts", "./f.tsx"]);
});

cycles.run();

const questions = suite("kinds of questions");

/** The files outside a kind's folder that name it; CONTRIBUTING.md ("Add a question") lists them. */
const NAME_A_KIND = [
  // The kinds that ClickHouse answers in SQL, and those that are answered over thin rows.
  "adapters/clickhouse/sql/index.ts",
  "adapters/clickhouse/sql/stickiness.ts",
  "adapters/clickhouse/thin.ts",
  "adapters/explain/counted-parts.ts",
  "adapters/explain/link-number.ts",
  "adapters/explain/number-rule.ts",
  "adapters/mcp/tools/queries.ts",
  "adapters/ui/page/views/insights/kinds.ts",
  "bin/ask/kinds/index.ts",
  "lib/engine.ts",
  "lib/index.ts",
  "lib/questions/columns.ts",
  "lib/questions/question-methods.ts",
  "lib/questions/registry.ts",
  // Three kinds share the path of trends; this file tells them apart.
  "lib/questions/shared/insight-name.ts",
];

questions("a kind is named outside its folder in few files; stickiness stands for all", () => {
  const naming = ["lib", "adapters", "bin"]
    .flatMap((folder) => sources(folder, /\.tsx?$/))
    .filter((file) => !file.startsWith("lib/questions/stickiness/") && file !== "bin/ask/kinds/stickiness.ts")
    .filter((file) => /stickiness/i.test(readFileSync(file, "utf8")));
  assert.equal(naming.toSorted(), NAME_A_KIND);
});

questions.run();

const state = suite("state of modules");

/** State of a module that stays, with the reason. Everything else belongs to a database, a context or a store. */
const KEPT_STATE: Record<string, string> = {
  "lib/http/dispatch.ts": "the router of each table of routes, which every handle shares",
  "lib/http/is-upload.ts": "the router of a constant table, built at the first request",
  "lib/http/open-paths.ts": "the router of a constant table, built at the first request",
  "lib/ingest/capture/large-request-queue.ts":
    "protects the memory and the event loop of the process, whatever its handles",
  "lib/sql/query-process.ts": "the idle process that a closed handle left to the next",
  "lib/storage/leases/lease.ts": "the leases of this process: two handles of one process have the same pid",
  "lib/plugins/registry/compile.ts": "what a hundred codes declare: it depends on the code alone",
  "lib/plugins/registry/archive.ts": "one archive at a time in the process, whatever its handles",
  "lib/engines/columns/kernels/compiled.ts":
    "a module of constant bytes, compiled once, and its instances by their memory",
  "lib/engines/columns/kernels/workspace.ts":
    "memory of the thread, in which one call after the other works, whatever its databases",
  "lib/plugins/sandbox/start-thread.ts": "a module of constant bytes and a text of constant sources, made once",
  "lib/plugins/sandbox/worker.ts": "the thread belongs to one plugin",
  "lib/questions/shared/calendar.ts": "what the time zone tables say, looked up once",
  "lib/base/zone-clock.ts": "offsets of time zones, which are the same for everybody",
  ...Object.fromEntries(
    ["funnel/older", "lifecycle/older", "paths/older", "retention/older", "stickiness/older", "trend/older"].map(
      (folder) => [
        `lib/questions/${folder}/answer.ts`,
        "what the last fifty questions say: it depends on their fields alone",
      ],
    ),
  ),
  "lib/questions/shared/buckets.ts":
    "the buckets of the last fifty ranges: they depend on the range and its calendar alone",
  "lib/questions/shared/person-links.ts": "texts of the last fifty series of points: they depend on their names alone",
  "lib/ingest/ai/find-price.ts":
    "the table of prices, read once, and the rows of models that were searched: they depend on names alone",
  "lib/log/uuids/find-event.ts": "the uuids that a connection knows: capture and imports over it share them",
  "lib/hogql/functions/wall-clock.ts": "what the time zone tables say, looked up once",
  "lib/hogql/functions/pattern-functions.ts": "the last hundred patterns: what they match depends on their text alone",
  "lib/hogql/functions/table-functions.ts": "the last hundred filters, which depend on their text alone",
  "lib/hogql/expression/evaluator.ts": "what the last hundred expressions read: it depends on their text alone",
  "lib/events/filters/group-lookup.ts":
    "the connections that compared the groups with their index, as long as they live",
  "adapters/h3/held-bytes.ts": "the bytes of all bodies that the process holds, whatever its servers",
  "adapters/testing/unawaited.ts": "failures that make the process fail at its end, whatever its hoglets",
  "adapters/ui/page/parts/clock.ts": "formats that are slow to make; the page has one",
  "adapters/ui/page/parts/completions.tsx": "names of the last seconds, which all fields of a view share",
  "adapters/ui/page/parts/time.tsx": "one timer for all times of the page",
  "adapters/ui/page/on-demand.tsx": "a sheet of the document, which is loaded once",
  "adapters/ui/page/views/insights/watch-stream.ts": "one stream for all charts of the page",
  "adapters/ui/page/parts/notes/use-notes.ts": "annotations that all charts of a page share",
};

/** `let`, a WeakMap, a WeakSet, an empty map, set or list, or what remembers, at the beginning of a line, which is a module's level. */
const STATE =
  /^(?:export )?(?:let |const \w+(?:: [^=]+)? = (?:new (?:Weak(?:Map|Set|Ref)\b|(?:Map|Set)(?:<.*>)?\(\))|createRecent|remember|oneByOne))/m;

state("modules of lib and adapters hold none, but for those that are listed", () => {
  const all = ["lib", "adapters"].flatMap((folder) => sources(folder, /\.tsx?$/));
  const stateful = all.filter((file) => STATE.test(readFileSync(file, "utf8")));
  assert.equal(stateful.toSorted(), Object.keys(KEPT_STATE).toSorted());
});

state("it is found in each of its forms", () => {
  for (const line of ["let last = 0;", "const a = new WeakMap<Db, Map<string, Row>>();", "export const b = new Set();"])
    assert.ok(STATE.test(line), line);
  for (const line of ["  let at = 0;", 'const NAMES = new Set(["a"]);', "const LIMIT = 3;"])
    assert.not.ok(STATE.test(line), line);
});

state.run();

const doors = suite("doors");

doors("every area has a door that opens with a paragraph and lists names, without export *", () => {
  const areas = new Set(files.filter((name) => name.startsWith("lib/") && !ROOT.has(wingOf(name))).map(areaOf));
  for (const area of [...areas].filter((name) => !OPEN_WINGS.has(name) && existsSync(join("lib", name)))) {
    if (!existsSync(join("lib", area, "index.ts"))) continue;
    const door = readFileSync(join("lib", area, "index.ts"), "utf8");
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
