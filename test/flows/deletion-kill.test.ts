import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { findInFiles } from "../support/raw-bytes.ts";
import { rounds, whenAll } from "../support/rounds.ts";
import { WITH_BUILT_LIBRARY } from "../support/command.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** `--rounds 25` behind the name of this file for more. */
const KILLS = rounds(1, 4);
/** Each kill leaves enough for the next. */
const EVENTS = 6000 * Math.max(KILLS, 4);
/** Transactions that a run may still begin while it is being killed. */
const AHEAD = 2;
const NOW_MS = Date.UTC(2026, 5, 10);
const uuid = (n: number) => `0198f0a0-0000-7000-8000-${String(n).padStart(12, "0")}`;
const isGone = (n: number) => n % 3 > 0;

const kill = suite("SIGKILL during a run of deletions");

const folder = tempFolder();
const file = folder.file("a.db");
const numbers = Array.from({ length: EVENTS }, (_, n) => n);

let hoglet: Hoglet;
kill.before(async () => {
  // An injected clock starts no timer: with the real clock this process would take over the killed process's run.
  hoglet = await createHoglet({ file, deletionCron: "", now: () => NOW_MS });
  for (let first = 0; first < EVENTS; first += 2000) {
    const events = numbers.slice(first, first + 2000).map((n) => ({
      event: "x",
      distinct_id: isGone(n) ? "ada-id" : `id-${n % 50}`,
      uuid: uuid(n),
      properties: { note: `note-${n}-x`, ...(isGone(n) && { $set: { email: "ada@example.com" } }) },
    }));
    await hoglet.capture(events);
  }
  const [ada] = (await hoglet.persons.list({ distinct_id: "ada-id" })).results;
  await hoglet.persons.delete(ada?.id ?? 0, { delete_events: true });
});
kill.after(() => folder.remove());

for (let round = 1; round <= KILLS; round++) {
  kill(`the run stays open when its process is killed, and others capture (${round})`, async () => {
    await runAndKill(1 + (round % 4));
    const [task] = (await hoglet.deletions.list()).results;
    assert.is(task?.status, "running");
    await hoglet.capture({ event: "meanwhile", distinct_id: `later-${round}` });
  });
}

whenAll(kill)("the next process ends the run, and the receipt is whole", async () => {
  const [done] = await hoglet.deletions.runNow();
  const gone = numbers.filter(isGone);
  assert.equal(done?.receipt?.deleted, { events: gone.length, distinct_ids: 1 });
  const hash = createHash("sha256").update(gone.map((n) => `${uuid(n)}\n`).join(""));
  assert.is(done?.receipt?.uuids_sha256, hash.digest("hex"));
  assert.is((await hoglet.events.list({ event: "x" })).count, EVENTS - gone.length);
  assert.is((await hoglet.events.list({ event: "meanwhile" })).count, KILLS);
  await hoglet.close();

  const notes = (wanted: boolean) => numbers.filter((n) => isGone(n) === wanted).map((n) => `note-${n}-x`);
  assert.equal(findInFiles(file, ["ada-id", "ada@example.com", ...notes(true).filter((_, n) => n % 40 === 0)]), []);
  const stay = notes(false).filter((_, n) => n % 40 === 0);
  assert.equal(findInFiles(file, stay), stay);
});

/**
 * Starts a run and kills it after this number of transactions, in the middle of one of the next few. The run is allowed no
 * more, because on a busy machine it could finish before this process reads its output.
 */
async function runAndKill(transactions: number): Promise<void> {
  const runner = spawn(process.execPath, [...WITH_BUILT_LIBRARY, "test/support/deletion-runner.ts", file], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(runner, "exit");
  runner.stdin.on("error", () => {}).write("\n".repeat(transactions + AHEAD));
  let seen = 0;
  for await (const line of createInterface({ input: runner.stdout })) {
    assert.not.match(line, /done/);
    if (++seen === transactions) runner.kill("SIGKILL");
  }
  const [, signal] = (await exited) as [number | null, string | null];
  assert.is(signal, "SIGKILL");
}

kill.run();
