import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ensureBuilt } from "../support/command.ts";
import { whenAll } from "../support/rounds.ts";

const platform = suite("webClasses");

platform("are not loaded by a process that opens a hoglet, captures and asks", () => {
  ensureBuilt("code");
  const program = `
    const { createHoglet } = require(${JSON.stringify(resolve("dist/index.cjs"))});
    const loaded = () => process.moduleLoadList.some((name) => name.includes("undici"));
    createHoglet().then(async (hoglet) => {
      await hoglet.capture({ event: "seen", distinct_id: "u1" });
      await hoglet.insights.trend({ events: [{ id: "seen" }] });
      const before = loaded();
      await hoglet.fetch("/livez");
      console.log(before, loaded());
      await hoglet.close();
    });`;
  assert.is(execFileSync(process.execPath, ["-e", program], { encoding: "utf8" }), "false true\n");
});

whenAll(platform)("are found without the fetch of a test, which is not called", () => {
  ensureBuilt("code");
  const program = `
    let calls = 0;
    globalThis.fetch = async () => ({ ok: true, headers: {}, calls: ++calls });
    const { createHoglet } = require(${JSON.stringify(resolve("dist/index.cjs"))});
    createHoglet().then(async (hoglet) => {
      console.log((await hoglet.fetch("/livez")).status, calls);
      await hoglet.close();
    });`;
  assert.is(execFileSync(process.execPath, ["-e", program], { encoding: "utf8" }), "200 0\n");
});

platform.run();
