import { createHoglet } from "../../lib/index.ts";
import { createIds } from "../../lib/base/ids.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { count, elapsedMs, median } from "./measure.ts";

const BATCH = 2000;
/** Time between two captures: a small server's rate. */
const EVERY_MS = 10;
const QUIET_CAPTURES = 500;

/**
 * Measures captures of one event in this process while a person's 1 M events (`--events N`) are deleted from a file that
 * holds half as many other events, against the same captures without a deletion.
 */
export async function benchDeletion(args: string[]): Promise<void> {
  const at = args.indexOf("--events");
  const events = at < 0 ? 1_000_000 : Number(args[at + 1]);
  const folder = tempFolder();
  const ids = createIds();
  const hoglet = await createHoglet({ file: folder.file("a.db"), deletionCron: "" });
  const event = (n: number) => ({
    event: `event ${n % 30}`,
    distinct_id: n % 3 === 0 ? `person-${n % 20_000}` : "leaving",
    uuid: ids.uuid(Date.now()),
    timestamp: new Date().toISOString(),
    properties: { plan: "pro", position: n, note: "x".repeat(230) },
  });
  for (let first = 0; first < events * 1.5; first += BATCH) {
    await hoglet.capture(Array.from({ length: BATCH }, (_, index) => event(first + index)));
  }
  const quiet: number[] = [];
  while (quiet.length < QUIET_CAPTURES) await captureOnce(hoglet, quiet);

  const [leaving] = (await hoglet.persons.list({ distinct_id: "leaving" })).results;
  await hoglet.persons.delete(leaving?.id ?? 0, { delete_events: true });
  const during: number[] = [];
  const progress = { isDone: false };
  let deleted = 0;
  const elapsed = elapsedMs(async () => {
    const [done] = await hoglet.deletions.runNow();
    deleted = done?.receipt?.deleted["events"] ?? 0;
    progress.isDone = true;
  });
  while (!progress.isDone) await captureOnce(hoglet, during);
  const seconds = (await elapsed) / 1000;
  await hoglet.close();
  folder.remove();
  process.stdout.write(
    `${count(deleted)} events deleted and verified in ${seconds.toFixed(1)} s; captures meanwhile: ${during.length}\n` +
      `one capture, quiet:           ${summary(quiet)}\n` +
      `one capture, while deleting:  ${summary(during)}\n`,
  );
}

async function captureOnce(hoglet: Awaited<ReturnType<typeof createHoglet>>, times: number[]): Promise<void> {
  // Measured from the moment it was due, so that a blocked event loop counts.
  const dueAt = performance.now() + EVERY_MS;
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  await hoglet.capture({ event: "meanwhile", distinct_id: `person-${times.length % 100}`, properties: { n: 1 } });
  times.push(performance.now() - dueAt);
}

function summary(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return `median ${median(times).toFixed(1)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`;
}
