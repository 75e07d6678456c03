import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { compactAll, countTexts } from "../support/compact.ts";
import { WITH_BUILT_LIBRARY } from "../support/command.ts";
import { rounds, whenAll } from "../support/rounds.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** `--rounds 25` behind the name of this file for more. */
const KILLS = rounds(1, 4);
/** Each kill leaves enough for the next. */
const EVENTS = 6000 * (KILLS + 1);

const kill = suite("SIGKILL while texts move into chunks");

const folder = tempFolder();
const file = folder.file("a.db");
const random = createRandom(20_261_123);
let wanted: string[];

async function exportAll(): Promise<string[]> {
  await using hoglet = await createHoglet({ file, deletionCron: "" });
  const lines: string[] = [];
  for await (const line of hoglet.export({ kinds: ["event"] })) lines.push(line);
  return lines;
}

kill.before(async () => {
  await using hoglet = await createHoglet({ file, deletionCron: "" });
  for (let first = 0; first < EVENTS; first += 2000) {
    const events = Array.from({ length: 2000 }, (_, n) => ({
      event: "x",
      distinct_id: `id-${n % 50}`,
      properties: { note: `note ${first + n}`, pad: "p".repeat(n % 300) },
    }));
    await hoglet.capture(events);
  }
  wanted = [];
  for await (const line of hoglet.export({ kinds: ["event"] })) wanted.push(line);
});
kill.after(() => folder.remove());

for (let round = 1; round <= KILLS; round++) {
  kill(`every event is there with its texts, once, in a chunk or in its row (${round})`, async () => {
    await runAndKill(round % 3 === 0 ? "begins" : "step", random.integer(0, 60));
    const db = openDatabase({ file, durability: "normal" });
    const { inChunks, inRows } = countTexts(db);
    assert.is(inChunks + inRows, EVENTS);
    assert.equal(db.sqlite.pragma("integrity_check"), [{ integrity_check: "ok" }]);
    process.stderr.write(`killed with ${inChunks} of ${EVENTS} in chunks\n`);
    db.close();
    assert.equal(await exportAll(), wanted);
  });
}

whenAll(kill)("the next run moves the rest", async () => {
  const db = openDatabase({ file, durability: "normal" });
  compactAll(db);
  assert.equal(countTexts(db), { inChunks: EVENTS, inRows: 0 });
  db.close();
  assert.equal(await exportAll(), wanted);
});

/** Kills the run this long after it has said so. */
async function runAndKill(after: "begins" | "step", ms: number): Promise<void> {
  const runner = spawn(process.execPath, [...WITH_BUILT_LIBRARY, "test/support/compact-runner.ts", file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(runner, "exit");
  for (let said = ""; !said.includes(after);) said += String((await once(runner.stdout, "data"))[0]);
  await sleep(ms);
  runner.kill("SIGKILL");
  await exited;
}

kill.run();
