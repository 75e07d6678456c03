import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import { WITH_BUILT_LIBRARY } from "../support/command.ts";
import { DRILL_BATCH, drillEvents } from "../support/drill-events.ts";
import { FOLLOW_KEY, samePages, serveFirst } from "../support/followed.ts";
import { isAll, rounds } from "../support/rounds.ts";
import { tempFolder } from "../support/temp-folder.ts";

// A follower, or its process that writes the file, is killed at any point while the first captures. Its file must then be a moment of the
// first, and follow on. `--rounds 50` behind the name of this file plays more.

const drill = suite("a follower that is killed");

const ROUNDS = rounds(1, 6);
const folder = tempFolder();
const file = folder.file("follower.db");
const random = createRandom(20_261_130);
let captured = 0;

for (let round = 1; round <= ROUNDS; round++) {
  drill(`has a sound moment of the first, and goes on from there (${round})`, async () => {
    const first = await serveFirst({ file: folder.file("first.db"), personalApiKey: FOLLOW_KEY, deletionCron: "" });
    const state = { isCapturing: true };
    const capturing = (async () => {
      while (state.isCapturing) {
        await first.hoglet.capture(drillEvents(captured));
        captured += DRILL_BATCH;
        await sleep(random.integer(0, 4));
      }
    })();
    await followAndKill(first.url);
    state.isCapturing = false;
    await capturing;
    await checkCopy(round);
    const follower = await createHoglet({ file, follow: { url: first.url, key: FOLLOW_KEY } });
    await samePages(first.hoglet, follower);
    await follower.close();
    await first.close();
  });
}

drill.after(() => folder.remove());
drill.run();

async function followAndKill(url: string): Promise<void> {
  const runner = spawn(process.execPath, [...WITH_BUILT_LIBRARY, "test/support/follow-runner.ts", file, url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(runner, "exit");
  // Some kills come while the file is made equal for the first time.
  if (random.chance(0.7)) await once(runner.stdout, "data");
  else await untilChild(runner.pid ?? 0);
  await sleep(random.integer(0, 400));
  // The process that writes, at the same moment.
  const writers = childrenOf(runner.pid ?? 0);
  for (const pid of [...writers, runner.pid ?? 0]) process.kill(pid, "SIGKILL");
  await exited;
}

async function untilChild(pid: number): Promise<void> {
  while (childrenOf(pid).length === 0) await sleep(2);
}

/** Empty also where the system does not tell. */
function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(list)) return [];
  return readFileSync(list, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

/** A copy of the file with its log, as the kill has left them: the doctor finds no fault, and all events of a start are there. */
async function checkCopy(round: number): Promise<void> {
  if (!existsSync(file)) return;
  const copy = folder.file(`copy-${round}.db`);
  for (const end of ["", "-wal"]) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
  const hoglet = await createHoglet({ file: copy, deletionCron: "" });
  const { ok, findings } = await hoglet.check();
  assert.ok(ok, JSON.stringify(findings));
  const [[count, last] = []] = (await hoglet.query("SELECT count(*), max(toInt(properties.n)) FROM events")).results;
  assert.is(Number(count) % DRILL_BATCH, 0);
  assert.ok(Number(count) <= captured);
  if (Number(count) > 0) assert.is(Number(last), Number(count) - 1);
  await hoglet.close();
  if (isAll) process.stderr.write(`killed with ${count} of ${captured} events\n`);
}
