import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { run, serve } from "../bin/hoglet-process.ts";
import { tempFolder } from "../support/temp-folder.ts";

const it = suite("the Dockerfile of docs/deploy.md");

const lines = (/```dockerfile\n([^]*?)```/.exec(readFileSync("docs/deploy.md", "utf8"))?.[1] ?? "").split("\n");
const placeOf = (start: string) => lines.findIndex((line) => line.startsWith(start));
const argsOf = (start: string): string[] => {
  const line = lines[placeOf(start)] ?? "";
  return (JSON.parse(line.slice(line.indexOf("["))) as string[]).slice(1);
};

it("gives the volume's folder to its user before it declares the volume", () => {
  const [, volume = "none"] = (lines[placeOf("VOLUME")] ?? "").split(" ");
  const [, user = "none"] = (lines[placeOf("USER")] ?? "").split(" ");
  const given = lines.findIndex((line) => line.includes(`mkdir ${volume} && chown ${user}:${user} ${volume}`));
  assert.ok(given >= 0 && given < placeOf("VOLUME"));
  assert.ok(placeOf("USER") > placeOf("RUN"), "packages are installed by root");
  assert.ok(argsOf("CMD")[1]?.startsWith(`${volume}/`));
});

it("has a command and a health check that run", async () => {
  const folder = tempFolder();
  const [, database = "", ...flags] = argsOf("CMD");
  {
    await using server = await serve([folder.file(database.replace(/^.*\//, "")), ...flags]);
    const { port } = new URL(server.ready.url);
    const health = argsOf("HEALTHCHECK").map((arg) => arg.replace(/:\d+$/, `:${port}`));
    const { code, stdout, stderr } = await run(health);
    assert.is(code, 0, stdout + stderr);
  }
  folder.remove();
});

it.run();
