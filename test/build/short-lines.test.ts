import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ensureBuilt } from "../support/command.ts";

const crash = suite("an error that nobody catches");

crash("stands on the first screen, below one short line of code", () => {
  ensureBuilt("code");
  const program = `
    const { createHoglet } = require(${JSON.stringify(resolve("dist/index.cjs"))});
    (async () => (await createHoglet()).capture({ event: "seen" }))();`;
  const { stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
  const [place, code = "", , , message] = stderr.split("\n");
  assert.match(String(place), /\.cjs:\d+$/);
  assert.ok(code.length < 1000, `The line has ${code.length} characters.`);
  assert.is(message, "HogletError: event submitted without a distinct_id");
});

crash.run();
