import Database from "better-sqlite3";
import { setTimeout as sleep } from "node:timers/promises";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { suspendImport } from "../faults/suspend-import.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** Seconds for which the lock is held: three times as long as a writer waits. `--seconds` changes it. */
const HELD_SECONDS = 16;
const IMPORTED = 150_000;
const PAUSE_MS = 50;

/**
 * The worst answer, in ms, of `/readyz`, a trend and a capture, each asked again and again: alone, while another connection
 * holds the write lock, beside a suspended import of another process, and while the same process imports 150,000 events. The load
 * on the machine is in every figure.
 */
export async function benchLocks(args: string[]): Promise<void> {
  const given = args.indexOf("--seconds");
  const heldMs = (given === -1 ? HELD_SECONDS : Number(args[given + 1])) * 1000;
  const folder = tempFolder();
  const file = folder.file("a.db");
  const hoglet = await createHoglet({ file });
  await hoglet.capture(events("before", 5000));
  await report(hoglet, "alone", () => sleep(3000));
  const other = new Database(file);
  await report(hoglet, `a lock held for ${heldMs / 1000} s`, async () => {
    other.exec("BEGIN IMMEDIATE");
    await sleep(heldMs);
    other.exec("ROLLBACK");
  });
  other.close();
  const goOn = await suspendImport(file);
  await report(hoglet, `an import of another process suspended for ${heldMs / 1000} s`, () => sleep(heldMs));
  await goOn();
  // Made beforehand: making them holds the event loop too.
  const lines = events("imported", IMPORTED).map(toLine);
  await report(hoglet, `an import of ${IMPORTED} events`, () => hoglet.import(lines));
  await hoglet.close();
  folder.remove();
}

async function report(hoglet: Hoglet, what: string, during: () => Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const asked = {
    readyz: () => hoglet.fetch("http://x/readyz"),
    trend: () => hoglet.insights.trend({ events: [{ id: "before" }] }),
    capture: () => hoglet.capture(events("meanwhile", 1)),
  };
  const asking = Object.entries(asked).map(async ([name, ask]) => {
    let [worstMs, count, refused] = [0, 0, 0];
    while (!over.signal.aborted) {
      const startMs = performance.now();
      await Promise.resolve(ask()).catch(() => refused++);
      worstMs = Math.max(worstMs, performance.now() - startMs);
      count++;
      await sleep(PAUSE_MS);
    }
    return `${name} ${worstMs.toFixed(0)} ms (${count} asked, ${refused} refused)`;
  });
  await during();
  over.abort();
  process.stdout.write(`${what}: worst ${(await Promise.all(asking)).join(", ")}\n`);
}

function events(event: string, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    event,
    distinct_id: `u${index % 5000}`,
    properties: { plan: "pro", index, note: "x".repeat(100) },
  }));
}

function toLine(event: object): object {
  return { kind: "event", timestamp: new Date().toISOString(), ...event };
}
