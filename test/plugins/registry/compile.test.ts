import { suite } from "uvu";
import * as assert from "uvu/assert";
import { whenAll } from "../../support/rounds.ts";
import { compile, transformed } from "../../../lib/plugins/registry/compile.ts";

const compiling = suite("compile");

compiling("says what a backend offers, read off its exports", async () => {
  const backend = `
    import type { Nothing } from "not-there";
    export async function setupPlugin() {}
    export function processEvent(event: Nothing) { return event }
    export function helper() {}
    export const runEveryHour = () => {};
    export const runEveryDay = false;
    export const jobs = { "Export now": async () => {} };
    export const metrics = { total: "sum" };`;
  const { code, error, capabilities, metrics, frontendCode } = await compile({ "index.ts": backend }, null);
  assert.is(error, null);
  assert.equal(capabilities, {
    methods: ["setupPlugin", "processEvent"],
    scheduled_tasks: ["runEveryHour"],
    jobs: ["Export now"],
  });
  assert.equal(metrics, { total: "sum" });
  assert.not.match(code ?? "", "not-there");
  assert.is(frontendCode, null);
});

compiling("tells what is wrong, and gives no code where there is none", async () => {
  const missing = await compile({ "plugin.json": "{}" }, "dist/index.js");
  assert.equal([missing.code, missing.error], [null, "dist/index.js is not among the plugin's files."]);
  const broken = await compile({ "index.ts": "export const = 3" }, null);
  assert.is(broken.code, null);
  assert.match(broken.error ?? "", /index\.ts: Unexpected token \(1:14\)/);
  const foreign = await compile({ "index.js": "const fs = require('fs')" }, null);
  assert.match(foreign.error ?? "", 'Cannot import "fs"');
  assert.equal(foreign.capabilities, {});
  const throwing = await compile({ "index.js": "throw new TypeError('no')" }, null);
  assert.is(throwing.error, "TypeError: no");
});

// It takes the second that code may take.
whenAll(compiling)("code without end has the reason for which it was stopped", async () => {
  const endless = await compile({ "index.js": "for (;;) {}" }, null);
  assert.match(endless.error ?? "", "1000 ms");
});

compiling("finds the same in code that it knows, and nobody changes what others find", async () => {
  const files = { "index.js": "exports.onEvent = () => {}; exports.jobs = { x: () => {} }" };
  const first = await compile(files, null);
  first.capabilities.jobs?.push("another");
  assert.equal((await compile(files, null)).capabilities, { methods: ["onEvent"], scheduled_tasks: [], jobs: ["x"] });
});

compiling("a broken frontend leaves the backend as it is", async () => {
  const { frontendCode, error, code } = await compile({ "index.js": "", "frontend.tsx": "<" }, null);
  assert.equal([frontendCode, error, code === null], [null, null, false]);
});

compiling.run();

const transforming = suite("transformed");

transforming("gives code, an error, or neither", async () => {
  assert.match((await transformed({ "a.tsx": "export const x = <b/>" }, "a.tsx")).code ?? "", "createElement");
  assert.equal(await transformed({}, "a.tsx"), { code: null, error: null });
  assert.match((await transformed({ "a.tsx": "<" }, "a.tsx")).error ?? "", "a.tsx");
});

transforming.run();
