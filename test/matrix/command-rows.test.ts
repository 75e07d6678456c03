import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createProgram } from "../../bin/program.ts";
import { commandRows } from "./command-rows.ts";

const rows = suite("commandRows");

rows("has every command, but for serve and tail, which run until they are stopped", () => {
  const ready = { url: "http://127.0.0.1:1", project_id: 1, project_token: "phc_x", personal_api_key: "phx_x" };
  const run = new Set(commandRows({ upstream: ready, plugin: "plugin", node: "node" }).map(({ args }) => args[0]));
  const missing = createProgram({})
    .commands.map((command) => command.name())
    .filter((name) => !run.has(name));
  assert.equal(missing.toSorted(), ["serve", "tail"]);
});

rows.run();
