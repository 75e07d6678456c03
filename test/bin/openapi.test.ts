import { closeSync, existsSync, openSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { start } from "./hoglet-process.ts";
import { runHere } from "./run-here.ts";
import { whenAll } from "../support/rounds.ts";

const openapi = suite("hoglet openapi");

whenAll(openapi)("writes the document that a server gives", async () => {
  await using hoglet = await createHoglet();
  const { code, stdout } = await runHere(["openapi"]);
  assert.is(code, 0);
  assert.equal(JSON.parse(stdout), await (await hoglet.fetch("/api/schema/")).json());
});

whenAll(openapi)("ends without an error when its reader has seen enough", async () => {
  const { child, finished, until } = start(["openapi"]);
  await until("stdout", /\{/);
  child.stdout?.destroy();
  const { code, stderr } = await finished;
  assert.equal([code, stderr], [0, ""]);
});

whenAll(openapi)("says that the disk is full", async () => {
  if (!existsSync("/dev/full")) return;
  const full = openSync("/dev/full", "w");
  const { code, stderr } = await start(["openapi"], { stdio: ["ignore", full, "pipe"] }).finished;
  closeSync(full);
  assert.equal([code, stderr], [1, "hoglet: The disk is full. Free some space.\n"]);
});

openapi.run();
