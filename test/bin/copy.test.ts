import { readdirSync, writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { runHere } from "./run-here.ts";

const copy = suite("hoglet copy and restore");
const folder = tempFolder();
const file = folder.file("a.db");
const to = folder.file("copies");

copy.after(() => folder.remove());

async function namesIn(db: string): Promise<unknown[]> {
  await using hoglet = await createHoglet({ file: db });
  return (await hoglet.query("SELECT event FROM events ORDER BY event")).results.flat();
}

/** The message of a command that fails. */
async function refused(...args: string[]): Promise<string> {
  const { code, stderr } = await runHere(args);
  assert.is.not(code, 0);
  return stderr;
}

copy("store what changed beside a handle, and bring back any moment", async () => {
  const hoglet = await createHoglet({ file });
  const times: string[] = [];
  for (const event of ["a", "b"]) {
    await hoglet.capture({ event, distinct_id: "u1" });
    const { code, stdout, stderr } = await runHere(["copy", "--db", file, "--to", to]);
    assert.equal([code, stderr], [0, ""]);
    const made = JSON.parse(stdout) as { at: string; is_whole: boolean };
    assert.is(made.is_whole, event === "a");
    times.push(made.at);
  }
  await hoglet.close();
  const newest = folder.file("newest.db");
  assert.is((await runHere(["restore", "--from", to, "--db", newest])).code, 0);
  assert.equal(await namesIn(newest), ["a", "b"]);
  const first = folder.file("first.db");
  const { stdout } = await runHere(["restore", "--from", to, "--db", first, "--at", times[0]?.replace("Z", "") ?? ""]);
  assert.is((JSON.parse(stdout) as { at: string }).at, times[0]);
  assert.equal(await namesIn(first), ["a"]);
});

copy("refuse in a sentence", async () => {
  const taken = folder.file("taken.db");
  writeFileSync(taken, "mine");
  assert.match(await refused("restore", "--from", to, "--db", taken), "taken.db exists: a restore replaces nothing.");
  assert.match(
    await refused("restore", "--from", folder.file("none"), "--db", folder.file("c.db")),
    "has no copy to restore.",
  );
  assert.match(
    await refused("copy", "--db", folder.file("none.db"), "--to", to),
    /There is no database at .* Name another, or make one/,
  );
  assert.match(await refused("copy", "--db", file, "--to", "ftp://x/y"), "Expected a folder, s3://… or https://… but");
  assert.match(await refused("copy", "--db", file, "--to", to, "--every", "1s"), 'Expected 10s to 12h, such as "5m"');
  assert.match(await refused("copy", "--db", file, "--to", to, "--keep", "5m"), "Expected 1h or more");
  assert.match(await refused("copy", "--db", file), "required option '--to <place>' not specified");
  assert.not.ok(readdirSync(folder.path).some((name) => name.startsWith("hoglet-restore-")));
});

copy("a server refuses them by its flags before it listens, also where S3's keys are missing", async () => {
  for (const [args, sentence] of [
    [["--copies-to", "s3://shop"], "--copies-to: S3 needs the variables AWS_ACCESS_KEY_ID and"],
    [["--copies-to", to, "--copy-every", "5s"], "--copy-every: Expected 10s to 12h"],
    [["--copies-to", to, "--keep-copies-for", "5m"], "--keep-copies-for: Expected 1h or more"],
  ] as const) {
    const { code, stdout, stderr } = await runHere(["serve", file, "--port", "0", "--json", ...args]);
    assert.equal([code, stdout], [2, ""]);
    assert.ok(stderr.includes(sentence), stderr);
  }
});

copy("a file without its flag is taken for no name", async () => {
  for (const args of [
    ["backup", file],
    ["export", file],
  ]) {
    const { code, stderr } = await runHere(args);
    assert.is(code, 2);
    assert.match(stderr, /A database is named by --db <file>/);
  }
});

copy.run();
