import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { FOLLOW_KEY, serveFirst } from "../support/followed.ts";
import { WITH_BUILT_LIBRARY } from "../support/command.ts";
import { tempFolder } from "../support/temp-folder.ts";

const SECONDS = 20;
const EVERY_MS = 10;
/** Ticks of processor time in a second, on Linux. */
const TICKS = 100;

/** A hoglet is followed while it captures: how far the follower is behind, and the processor time of both. Linux alone. */
export async function benchFollow(): Promise<void> {
  process.stdout.write(
    "events/s  followed  lag p50  p99  most (ms)  first: main, pages  follower: main, pages (s of CPU)\n",
  );
  for (const rate of [2000, 20_000]) for (const isFollowed of [false, true]) await measure(rate, isFollowed);
}

async function measure(rate: number, isFollowed: boolean): Promise<void> {
  const folder = tempFolder();
  const first = await serveFirst({ file: folder.file("first.db"), personalApiKey: FOLLOW_KEY, deletionCron: "" });
  await first.hoglet.capture({ event: "visit", distinct_id: "u0" });
  const file = folder.file("follower.db");
  const runner = isFollowed
    ? spawn(process.execPath, [...WITH_BUILT_LIBRARY, "test/support/follow-runner.ts", file, first.url], {
        stdio: ["ignore", "pipe", "inherit"],
      })
    : null;
  if (runner !== null) await once(runner.stdout, "data");
  const reader = runner === null ? null : new Database(file, { readonly: true });
  const newest = reader?.prepare("SELECT count(*) FROM events").pluck();
  const served = childrenOf(process.pid).filter((pid) => pid !== runner?.pid);
  const pidsOf = () => [[process.pid], served, [runner?.pid ?? 0], childrenOf(runner?.pid ?? 0)];
  const before = pidsOf().map(cpuOf);
  const begunMs = performance.now();
  const acknowledged: { count: number; ms: number }[] = [{ count: 1, ms: begunMs }];
  const lags: number[] = [];
  let sent = 1;
  let lookedMs = 0;
  for (let nowMs = begunMs; nowMs - begunMs < SECONDS * 1000; nowMs = performance.now()) {
    const wanted = Math.floor(((nowMs - begunMs) / 1000) * rate) + 1;
    if (wanted > sent) {
      await first.hoglet.capture(eventsOf(sent, wanted));
      sent = wanted;
      acknowledged.push({ count: sent, ms: performance.now() });
    }
    if (newest !== undefined && nowMs - lookedMs > 100) {
      lookedMs = nowMs;
      const count = Number(newest.get());
      const missing = acknowledged.find((one) => one.count > count);
      lags.push(missing === undefined ? 0 : performance.now() - missing.ms);
    }
    await sleep(EVERY_MS);
  }
  const spent = pidsOf().map((pids, index) => (cpuOf(pids) - (before[index] ?? 0)).toFixed(1));
  lags.sort((one, other) => one - other);
  const at = (part: number) => Math.round(lags[Math.min(lags.length - 1, Math.floor(lags.length * part))] ?? 0);
  process.stdout.write(
    `${rate}  ${isFollowed ? "yes" : "no"}  ${at(0.5)}  ${at(0.99)}  ${at(1)}  ${spent[0]}, ${spent[1]}  ${spent[2]}, ${spent[3]}  (${sent} sent)\n`,
  );
  reader?.close();
  if (runner !== null) {
    runner.kill("SIGKILL");
    await once(runner, "exit");
  }
  await first.close();
  folder.remove();
}

function eventsOf(from: number, to: number) {
  return Array.from({ length: to - from }, (_, index) => {
    const n = from + index;
    return {
      event: n % 7 === 0 ? "bought" : "visit",
      distinct_id: `u${n % 5000}`,
      properties: { n, plan: "pro", path: `/p/${n % 100}` },
    };
  });
}

function childrenOf(pid: number): number[] {
  if (pid === 0) return [];
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

/** Seconds of processor time. */
function cpuOf(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    if (pid === 0) continue;
    const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const fields = rest.split(" ");
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / TICKS;
}
