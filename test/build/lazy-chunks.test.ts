import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ensureBuilt } from "../support/command.ts";
import { whenAll } from "../support/rounds.ts";

const lazy = suite("the built code");

/** The code that a test of a capture never asks for: questions, routes, SQL, imports, sandboxes, stored flags, the page, and their packages. */
const LATER =
  /^(?:adapters|bin|lib-(?:http-(?:routes|responses)|ingest-ai|hogql|sources|query-(?:tables|web|saved)|flags-stored|plugins-(?:sandbox|registry)|questions-(?:trend|funnel|retention|paths|lifecycle|stickiness|correlation|definitions))|luxon|csv|zod|sucrase|hyparquet|h3|commander)\b/;

/** The library with a file for each module, by which the build learns which of them share files. */
const EACH = resolve(".cache/stages/index.cjs");

function run(steps: string, library = EACH): string[] {
  const program = `
    const { basename } = require("node:path");
    const { createHoglet } = require(${JSON.stringify(library)});
    const loaded = () => Object.keys(require.cache).map((path) => basename(path)).filter((name) => name.endsWith(".cjs"));
    (async () => { ${steps} })();`;
  return JSON.parse(execFileSync(process.execPath, ["-e", program], { encoding: "utf8" })) as string[];
}

lazy("is loaded as it is used: to import, open and capture takes no question, route or SQL", () => {
  ensureBuilt("code");
  const opened = run(`
    const hoglet = await createHoglet();
    await hoglet.capture({ event: "seen", distinct_id: "u1" });
    console.log(JSON.stringify([...loaded(), ...process.moduleLoadList.filter((name) => name === "NativeModule https")]));
    await hoglet.close();`);
  assert.ok(opened.some((file) => file.startsWith("lib-ingest-capture")));
  assert.equal(
    opened.filter((file) => LATER.test(file) || file === "NativeModule https"),
    [],
  );
});

whenAll(lazy)("a test hoglet takes no question and no SQL before a test asks", () => {
  const opened = run(
    `
    const { createTestHoglet } = require(${JSON.stringify(resolve("dist/testing/index.cjs"))});
    const hoglet = await createTestHoglet();
    await hoglet.capture({ event: "seen", distinct_id: "u1" });
    console.log(JSON.stringify(loaded()));
    await hoglet.close();`,
    resolve("dist/index.cjs"),
  );
  assert.ok(opened.includes("open.cjs"));
  assert.equal(
    opened.filter((file) =>
      /^(?:question|request|lib-(?:hogql|sources|questions-(?:trend|funnel|retention)))\b/.test(file),
    ),
    [],
  );
});

lazy("the modules of a step share its files: a new process loads hoglet's own code from a few", () => {
  ensureBuilt("code");
  const steps = `
    const hoglet = await createHoglet();
    await hoglet.capture({ event: "seen", distinct_id: "u1" });
    const opened = loaded();
    await hoglet.insights.trend({ events: [{ id: "seen" }] });
    console.log(JSON.stringify(NAMES));
    await hoglet.close();`;
  const library = resolve("dist/index.cjs");
  const opened = run(steps.replace("NAMES", "opened"), library);
  assert.ok(opened.includes("open.cjs"));
  assert.equal(
    opened.filter((file) => /^(?:lib|adapters|list|question|request)\b/.test(file)),
    [],
  );
  const asked = run(steps.replace("NAMES", "loaded()"), library);
  assert.ok(asked.includes("question.cjs"));
  assert.equal(
    asked.filter((file) => /^(?:lib|adapters|request)\b/.test(file)),
    [],
  );
});

whenAll(lazy)("a question loads no route, and no SQL", () => {
  const asked = run(`
    const hoglet = await createHoglet();
    await hoglet.insights.trend({ events: [{ id: "seen" }] });
    console.log(JSON.stringify(loaded()));
    await hoglet.close();`);
  assert.ok(asked.some((file) => file.startsWith("lib-questions-trend")));
  assert.equal(
    asked.filter((file) => /^lib-(?:http-routes|hogql|sources)/.test(file)),
    [],
  );
});

lazy("a query loads its own kind alone", () => {
  const asked = run(`
    const hoglet = await createHoglet();
    await hoglet.ask({ kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "seen" }] });
    console.log(JSON.stringify(loaded()));
    await hoglet.close();`);
  const others =
    /^lib-(?:query-(?:tables|ai|web)|questions-(?:funnel|retention|paths|lifecycle|stickiness|correlation)(?!-columns))/;
  assert.ok(asked.some((file) => file.startsWith("lib-questions-trend")));
  assert.equal(
    asked.filter((file) => others.test(file)),
    [],
  );
});

lazy("importing all its names loads nothing of a later step", () => {
  const imported = run(
    `
    const library = require(${JSON.stringify(resolve("dist/index.cjs"))});
    const { createHoglet: open, definePlugin: define, ...others } = library;
    console.log(JSON.stringify([open.name, define.name, ...loaded()]));`,
    resolve("dist/index.cjs"),
  );
  assert.equal(imported.slice(0, 2), ["createHoglet", "definePlugin"]);
  assert.equal(
    imported.filter((file) => /^(?:lib|adapters|list|question|request)\b/.test(file)),
    [],
  );
});

lazy.run();
