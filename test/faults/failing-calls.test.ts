import { execFileSync } from "node:child_process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { WITH_BUILT_LIBRARY } from "../support/command.ts";
import { rounds } from "../support/rounds.ts";
import { tempFolder } from "../support/temp-folder.ts";
import type { FailedCall } from "./failing-story.ts";
import { makeRecorder } from "./make-recorder.ts";

/** Calls on files in the story, and allocations of SQLite: `--rounds 2250` fails each call once, and each 24th allocation. */
const [CALLS, ALLOCATIONS] = [2250, 55_000];
const ROUNDS = rounds(3, 40);

const failing = suite("a call on files or an allocation that fails");

failing("is told in a sentence, loses nothing that was acknowledged, and leaves a sound file", () => {
  const [library, folder] = [tempFolder(), tempFolder()];
  const env = makeRecorder(library.file("recorder.so"), folder.path);
  if (env === undefined) {
    process.stderr.write("SKIPPED: failing calls need Linux and cc.\n");
    return;
  }
  const place = (index: number, of: number) => 1 + Math.floor((index * of) / ROUNDS);
  const numbers = Array.from({ length: ROUNDS }, (_, index) => [
    `${place(index, CALLS)}`,
    `m${place(index, ALLOCATIONS)}`,
  ]).flat();
  const script = new URL("failing-story.ts", import.meta.url).pathname;
  const printed = execFileSync(process.execPath, [...WITH_BUILT_LIBRARY, script, folder.path, ...numbers], { env });
  const stories = String(printed).trim().split("\n");
  const told = stories.map((line) => JSON.parse(line) as FailedCall);
  assert.is(told.length, numbers.length);
  assert.equal(
    told.filter(({ faults }) => faults.length > 0),
    [],
  );
  assert.ok(told.filter(({ refused }) => refused.length > 0).length > ROUNDS / 2, "no call failed");
  library.remove();
  folder.remove();
});

failing.run();
