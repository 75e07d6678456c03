import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { run, serve } from "../bin/hoglet-process.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { whenAll } from "../support/rounds.ts";

const it = suite("docs/deploy.md");

const page = readFileSync("docs/deploy.md", "utf8");
const lines = (/```dockerfile\n([^]*?)```/.exec(page)?.[1] ?? "").split("\n");
const [, unit = ""] = /```ini\n([^]*?)```/.exec(page) ?? [];
const placeOf = (start: string) => lines.findIndex((line) => line.startsWith(start));
const argsOf = (start: string): string[] => {
  const line = lines[placeOf(start)] ?? "";
  return (JSON.parse(line.slice(line.indexOf("["))) as string[]).slice(1);
};

it("has a Dockerfile that gives the volume's folder to its user before it declares the volume", () => {
  const [, volume = "none"] = (lines[placeOf("VOLUME")] ?? "").split(" ");
  const [, user = "none"] = (lines[placeOf("USER")] ?? "").split(" ");
  const given = lines.findIndex((line) => line.includes(`mkdir ${volume} && chown ${user}:${user} ${volume}`));
  assert.ok(given >= 0 && given < placeOf("VOLUME"));
  assert.ok(placeOf("USER") > placeOf("RUN"), "packages are installed by root");
  assert.ok(argsOf("CMD")[1]?.startsWith(`${volume}/`));
});

whenAll(it)("has a Dockerfile whose command and health check run", async () => {
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

it("has a unit of systemd that starts, in a folder that its user may write", async () => {
  const [, folderName = "none"] = /^StateDirectory=(.+)$/m.exec(unit) ?? [];
  const [, user = "none"] = /^User=(.+)$/m.exec(unit) ?? [];
  // Uploads and imports lie in the temporary folder for a while: no other service sees them.
  assert.match(unit, /^PrivateTmp=true$/m);
  assert.ok(page.includes(`useradd --system ${user} `) && page.includes(`systemctl enable --now ${folderName} `));
  const [, command = ""] = /^ExecStart=\S+ serve (.+)$/m.exec(unit) ?? [];
  const [database = "", ...flags] = command.split(" ");
  assert.is(dirname(database), `/var/lib/${folderName}`);
  const folder = tempFolder();
  {
    await using server = await serve([folder.file(basename(database)), ...flags, "--port", "0"]);
    assert.is((await fetch(`${server.ready.url}/readyz`)).status, 200);
  }
  folder.remove();
});

it.run();
