import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { builtCommand } from "../support/command.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { runHere } from "./run-here.ts";
import { whenAll } from "../support/rounds.ts";

const folder = tempFolder();
const file = folder.file("a.db");
const hoglet = await createHoglet({ file });
await hoglet.capture([
  { event: "signed up", distinct_id: "u1" },
  { event: "signed up", distinct_id: "u2" },
  { event: "it's paid", distinct_id: "u1" },
]);
await hoglet.savedInsights.create({ name: "Sign-ups", filters: { insight: "TRENDS", events: [{ id: "signed up" }] } });
await hoglet.close();

const candidates = suite("hoglet completion: candidates");

/** The values that are offered for the last word. */
async function offered(...words: string[]): Promise<string[]> {
  const last = `=${words.at(-1) ?? ""}`;
  const { stdout } = await runHere(["completion", "zsh", "--", ...words.slice(0, -1), last], {
    env: { HOGLET_DB: file },
  });
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t")[0] ?? "");
}

candidates("offers commands, and the commands below them", async () => {
  assert.equal(await offered("fun"), ["funnel"]);
  assert.ok((await offered("")).includes("ask"));
  assert.equal(await offered("keys", "cr"), ["create"]);
  assert.equal(await offered("ask", "tr"), ["trends"]);
});

candidates("offers flags of the command, and the choices of their values", async () => {
  assert.equal(await offered("ask", "trends", "--math"), ["--math", "--math-property"]);
  assert.not.ok((await offered("ask", "paths", "--")).includes("--math"));
  assert.equal(await offered("ask", "trends", "--math", "p9"), [
    "p90",
    "p95",
    "p99",
    "p90_count_per_actor",
    "p95_count_per_actor",
    "p99_count_per_actor",
  ]);
  assert.equal(await offered("ask", "trends", "--format=c"), ["--format=csv"]);
  assert.equal(await offered("ask", "trends", "--format", ""), ["table", "json", "ndjson", "csv", "md"]);
  assert.equal(await offered("ask", "trends", "--ke"), ["--key"]);
  assert.equal(await offered("completion", "f"), ["fish"]);
});

candidates("offers events and insights of the database", async () => {
  assert.equal(await offered("ask", "trends", "s"), ["signed up"]);
  assert.equal(await offered("ask", "funnel", "signed up", ""), ["signed up", "it's paid"]);
  assert.equal(await offered("ask", "trends", "--events", "signed up", "i"), ["it's paid"]);
  assert.equal(await offered("tail", "--event", "s"), ["signed up"]);
  assert.equal(await offered("ask", "S"), ["Sign-ups"]);
  assert.equal(await offered("ask", "trends", "--db", folder.file("none.db"), "s"), []);
});

candidates("offers files where a file may come", async () => {
  assert.equal(await offered("ask", "trends", "--db", ""), [":files"]);
  assert.equal(await offered("ask", "--query", ""), [":files"]);
  assert.equal(await offered("ask", "trends", "--date-from", ""), []);
});

candidates("a key press changes no file", async () => {
  const missing = folder.file("missing.db");
  const { code, stdout } = await runHere(["completion", "fish", "--", "ask", "trends", "--db", missing, "="]);
  assert.equal([code, stdout], [0, ""]);
  const { existsSync } = await import("node:fs");
  assert.is(existsSync(missing), false);
});

candidates.run();

const scripts = suite("hoglet completion: scripts");

scripts("prints a script for each shell, and refuses others", async () => {
  for (const shell of ["bash", "zsh", "fish", "powershell"]) {
    const { code, stdout } = await runHere(["completion", shell]);
    assert.is(code, 0);
    assert.match(stdout, new RegExp(`hoglet completion ${shell} -- `));
    assert.not.ok(stdout.includes("undefined"));
  }
  const { code, stderr } = await runHere(["completion", "tcsh"]);
  assert.is(code, 2);
  assert.match(stderr, /Allowed choices are bash, zsh, fish, powershell/);
});

/** Presses Tab in bash: its function with the words as bash has them. */
async function pressTab(...words: string[]): Promise<string[]> {
  const script = `
    hoglet() { "$NODE" "$SCRIPT" "$@"; }
    eval "$(hoglet completion bash)"
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _hoglet
    printf '%s\\n' "\${COMPREPLY[@]}"
    complete -p hoglet >&2`;
  const env = { PATH: process.env["PATH"] ?? "", NODE: process.execPath, SCRIPT: builtCommand(), HOGLET_DB: file };
  const { stdout, stderr } = await promisify(execFile)("bash", ["--norc", "-c", script, "bash", "hoglet", ...words], {
    env,
    cwd: folder.path,
  });
  assert.match(stderr, /^complete -F _hoglet hoglet$/m);
  return stdout.split("\n").filter(Boolean);
}

whenAll(scripts)("bash: offers commands, values and quoted names", async () => {
  assert.equal(await pressTab("ask", "ret"), ["retention"]);
  assert.equal(await pressTab("ask", "trends", "--format", "=", "c"), ["csv"]);
  assert.equal(await pressTab("ask", "trends", "s"), [String.raw`signed\ up`]);
  assert.equal(await pressTab("ask", "trends", String.raw`signed\ `), [String.raw`signed\ up`]);
  assert.equal(await pressTab("ask", "trends", "'sig"), ["signed up"]);
  assert.equal(await pressTab("ask", "trends", "it"), [String.raw`it\'s\ paid`]);
  // The line is data, and never run.
  assert.equal(await pressTab("ask", "trends", "$(touch evil)", "s"), [String.raw`signed\ up`]);
  assert.equal(await pressTab("ask", "--query", "ev"), []);
  assert.equal(await pressTab("ask", "trends", "--db", "a.d"), ["a.db"]);
});

scripts.run();
