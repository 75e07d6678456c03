import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runFiles } from "./run-files.ts";
import { oneIn, whenAll } from "../support/rounds.ts";

const running = suite("runFiles");

/** A limit that no fixture meets but one that hangs, however busy the machine is. */
const AMPLE_MS = 300_000;

/** Runs fixtures in one process after the other; returns the failures, without stacks. */
function run(...files: string[]) {
  return runWithin({}, ...files);
}

async function runWithin({ limitMs = AMPLE_MS, lingerMs = AMPLE_MS }, ...files: string[]) {
  const written: string[] = [];
  const { failures, ...totals } = await runFiles(files, {
    processes: 1,
    limitMs,
    lingerMs,
    folder: "test/runner/fixtures",
    report: ({ output }) => void written.push(output),
  });
  return { ...totals, failures, output: written.join("") };
}

const stops = oneIn(3, running);

running("adds up what passed and tells what failed, file by file", async () => {
  const { total, passed, failures, output } = await run("fails.ts", "passes.ts");
  assert.equal([total, passed, failures.length], [3, 2, 1]);
  assert.match(failures[0] ?? "", /fails\.ts\n {3}FAIL {2}a suite that fails {2}"counts wrongly"/);
  assert.match(output, /a suite that fails {2}• ✘ {3}\(1 \/ 2\)/);
});

for (const [file, test] of [
  ["hangs.ts", 'a suite that hangs  "waits for ever"'],
  ["spins.ts", 'a suite that spins  "never gives the event loop back"'],
  ["hook-hangs.ts", 'a suite whose hook hangs  "before"'],
]) {
  stops(`ends and names a test that takes too long, and goes on with the next file: ${file}`, async () => {
    const { total, passed, failures } = await runWithin({ limitMs: 1000 }, file ?? "", "passes.ts");
    assert.equal([total, passed, failures.length], [2, 1, 1]);
    assert.ok(
      failures[0]?.includes(`${file}\n   FAIL  in ${test}\n    It took more than 1 s and was ended`),
      failures[0],
    );
  });
}

running("names the test that waits for what never comes, when nothing else keeps the process alive", async () => {
  const { total, passed, failures, output } = await run("waits-for-nothing.ts", "passes.ts");
  assert.equal([total, passed, failures.length], [2, 1, 1]);
  assert.match(failures[0] ?? "", /"waits for a promise that nothing settles"\n {4}The process ended \(exit code 1\)/);
  assert.match(output, /Nothing is open that the test could wait for\./);
});

running("refuses a file that cannot be loaded, has no test or runs none", async () => {
  const { total, passed, failures } = await run("breaks.ts", "forgets-run.ts", "empty.ts");
  assert.equal([total, passed, failures.length], [3, 0, 3]);
  assert.match(failures[0] ?? "", /this file cannot be loaded/);
  assert.match(failures[1] ?? "", /never run: a suite without run\. Add \.run\(\)/);
  assert.match(failures[2] ?? "", /The file has no test\./);
});

running("names a hook that throws, with its reason", async () => {
  const { total, passed, failures } = await run("hook-throws.ts", "passes.ts");
  assert.equal([total, passed, failures.length], [2, 1, 1]);
  assert.match(failures[0] ?? "", /a suite whose hook throws {2}"before"\n {4}Error: no ground to stand on/);
});

whenAll(running)("takes megabytes of output and of a failure", async () => {
  const { total, passed, failures, output } = await run("talks.ts", "passes.ts");
  assert.equal([total, passed, failures.length], [2, 1, 1]);
  assert.ok(output.length > 9_000_000 && (failures[0]?.length ?? 0) > 5_000_000);
});

running("counts skipped tests, and lists once what they lack", async () => {
  const { total, passed, skipped, missing } = await run("skips.ts", "passes.ts");
  assert.equal([total, passed, skipped], [2, 2, 1]);
  assert.equal([...missing], ["what needs a thing: install the thing"]);
});

whenAll(running)("names the file that left something open", async () => {
  const { total, passed, failures } = await runWithin({ lingerMs: 10_000 }, "passes.ts", "leaves-open.ts", "fails.ts");
  assert.equal([total, passed, failures.length], [4, 3, 2]);
  assert.match(failures[1] ?? "", /1 × Timeout since test\/runner\/fixtures\/leaves-open\.ts/);
});

running.run();
