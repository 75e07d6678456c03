import { spawnSync } from "node:child_process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TestUsageError, parseCommandLine } from "./command-line.ts";

const FILES = ["capture/queue.test.ts", "columns/differential.test.ts", "engine/differential.test.ts", "ids.test.ts"];

const commandLine = suite("parseCommandLine");

const selected = (...args: string[]) => parseCommandLine(args, FILES).files;

commandLine("selects every file, or those whose path contains a name", () => {
  assert.equal(selected(), FILES);
  assert.equal(selected("differential"), ["columns/differential.test.ts", "engine/differential.test.ts"]);
  assert.equal(selected("ids", "test/capture/queue.test.ts"), ["capture/queue.test.ts", "ids.test.ts"]);
  assert.equal(selected(".\\test\\capture\\"), ["capture/queue.test.ts"]);
});

commandLine("passes the options of random tests on, and takes the limit in seconds", () => {
  assert.equal(parseCommandLine(["ids", "--seed", "7", "--rounds=9"], FILES).childArgs, [
    "--seed",
    "7",
    "--rounds",
    "9",
  ]);
  assert.equal(parseCommandLine(["--all"], FILES).childArgs, ["--all"]);
  assert.is(parseCommandLine([], FILES).limitMs, 300_000);
  assert.is(parseCommandLine(["--all"], FILES).limitMs, 900_000);
  assert.is(parseCommandLine(["--limit", "5"], FILES).limitMs, 5000);
});

for (const [args, sentence] of [
  [["--watch"], "Unknown option '--watch'."],
  [["-x"], "Unknown option '-x'."],
  [["--seed"], "Option '--seed <value>' argument missing."],
  [["--limit", "soon"], '--limit wants a whole number from 1, not "soon".'],
  [["ids", "nosuch"], 'No test file matches "nosuch".'],
] as const) {
  commandLine(`refuses ${args.join(" ")}`, () => {
    assert.throws(
      () => selected(...args),
      (error: Error) => error instanceof TestUsageError && error.message.startsWith(`${sentence}\nUsage: npm test -- `),
    );
  });
}

commandLine("a wrong command line ends `npm test` with exit code 2 and runs nothing", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["test/run.ts", "nosuch"], { encoding: "utf8" });
  assert.equal([status, stdout], [2, ""]);
  assert.match(stderr, /^No test file matches "nosuch"\.\n/);
});

commandLine.run();
