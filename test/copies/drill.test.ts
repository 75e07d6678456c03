import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { createHoglet, restoreCopy } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { WITH_BUILT_LIBRARY } from "../support/command.ts";
import { DRILL_BATCH, DRILL_TIME, drillEvents } from "../support/drill-events.ts";
import { rounds } from "../support/rounds.ts";
import { tempFolder } from "../support/temp-folder.ts";

// A server that captures and copies is killed at any point, or its process that copies is; then a moment is restored, and compared with a
// database that was given the same events without copies and kills. `--rounds 50` behind the name of this file plays more.

const drill = suite("copies of a server that is killed");

const ROUNDS = rounds(1, 4);
const folder = tempFolder();
const [file, to] = [folder.file("a.db"), folder.file("copies")];
const random = createRandom(20_261_128);

/** A moment, and the events that were stored before and after it was made. */
interface Made {
  at: string;
  least: number;
  most: number;
}

const made: Made[] = [];
let stored = 0;
/** Has the events of the newest restored moment. */
let reference: Hoglet;
let referred = 0;

drill.before(async () => {
  reference = await createHoglet({ now: DRILL_TIME, deletionCron: "" });
});
drill.after(async () => {
  await reference.close();
  folder.remove();
});

for (let round = 1; round <= ROUNDS; round++) {
  drill(`the newest moment, and one before, are restored with every event, person and answer (${round})`, async () => {
    await runAndKill(round);
    const newest = await restored();
    const last = made.at(-1);
    assert.ok(newest.count >= (last?.least ?? 0), `${newest.count} of ${last?.least}`);
    while (referred < newest.count) {
      await reference.capture(drillEvents(referred));
      referred += DRILL_BATCH;
    }
    assert.equal(newest.lines, await linesOf(reference));
    assert.equal(newest.answer, await answerOf(reference));
    const one = random.pick(made);
    const earlier = await restored(one.at);
    assert.ok(
      earlier.count >= one.least && earlier.count <= one.most,
      `${earlier.count} of ${one.least} to ${one.most}`,
    );
    process.stderr.write(`killed with ${stored} events and ${made.length} moments; restored ${newest.count}\n`);
  });
}

drill.run();

/** Starts a server, and kills it, or its process that copies, some time after its first copy of this round began. */
async function runAndKill(round: number): Promise<void> {
  const runner = spawn(
    process.execPath,
    [...WITH_BUILT_LIBRARY, "test/support/copy-runner.ts", file, to, String(await storedIn(file))],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const exited = once(runner, "exit");
  const seen = { least: 0, copies: 0 };
  let rest = "";
  runner.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [, word, value = ""] = /^(\w+) (.*)$/.exec(line) ?? [];
      if (word === "stored") stored = Number(value);
      if (word === "copying") [seen.least, seen.copies] = [Number(value), seen.copies + 1];
      if (word === "copied") made.push({ at: value, least: seen.least, most: stored + DRILL_BATCH });
    }
  });
  const isCopying = async (count: number) => {
    while (seen.copies < count && runner.exitCode === null) await sleep(1);
  };
  await isCopying(made.length === 0 ? 2 : random.integer(1, 4));
  await sleep(random.integer(0, 120));
  if (round % 2 === 0 && killChildren(runner.pid ?? 0)) {
    await isCopying(seen.copies + 2);
    await sleep(random.integer(0, 120));
  }
  runner.kill("SIGKILL");
  await exited;
}

/** Kills the processes that a process has started. @returns false = this system does not tell */
function killChildren(pid: number): boolean {
  const list = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(list)) return false;
  for (const child of readFileSync(list, "utf8").trim().split(" ").filter(Boolean))
    process.kill(Number(child), "SIGKILL");
  return true;
}

/** Restores a moment, and reads what it has. */
async function restored(at?: string): Promise<{ count: number; lines: string[]; answer: unknown }> {
  const path = folder.file("restored.db");
  await restoreCopy({ from: to, file: path, ...(at !== undefined && { atMs: Date.parse(at) }) });
  const hoglet = await createHoglet({ file: path, now: DRILL_TIME, deletionCron: "" });
  const found = { count: await storedOf(hoglet), lines: await linesOf(hoglet), answer: await answerOf(hoglet) };
  await hoglet.close();
  for (const name of [path, `${path}-wal`, `${path}-shm`]) rmSync(name, { force: true });
  return found;
}

/** Everything that an export has: events and persons. */
async function linesOf(hoglet: Hoglet): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of hoglet.export()) lines.push(line);
  return lines.toSorted();
}

async function answerOf(hoglet: Hoglet): Promise<unknown> {
  const series = ["visit", "read", "bought"].map((event) => ({
    kind: "EventsNode" as const,
    event,
    math: "dau" as const,
  }));
  // Without the rest: it says whether the answer was computed before.
  return (await hoglet.ask({ kind: "TrendsQuery", series, dateRange: { date_from: "-20d" } })).results;
}

async function storedOf(hoglet: Hoglet): Promise<number> {
  return Number((await hoglet.query("SELECT count(*) FROM events")).results[0]?.[0]);
}

async function storedIn(path: string): Promise<number> {
  if (!existsSync(path)) return 0;
  const hoglet = await createHoglet({ file: path, now: DRILL_TIME, deletionCron: "" });
  const count = await storedOf(hoglet);
  await hoglet.close();
  return count;
}
