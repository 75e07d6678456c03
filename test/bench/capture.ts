import { createHoglet } from "../../lib/index.ts";
import { createIds } from "../../lib/base/ids.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { openBare } from "./bare.ts";
import type { BenchEvent } from "./bare.ts";
import { count, elapsedMs, median, range } from "./measure.ts";

const BATCH = 1000;
const PERSONS = 20_000;
const ROUNDS = 9;
const BATCHES_PER_ROUND = 40;
const EVENT_NAMES = 30;

/**
 * Events per second through `hoglet.capture` into a file (batches of 1,000, 300 bytes of properties, persons that exist),
 * against bare better-sqlite3 inserts of the same row, one transaction a batch: the `plain` table, which the target means,
 * and the `log` table. All take turns, batch by batch, so that a slow moment hits all; a ratio is of one round.
 */
export async function benchCapture(): Promise<void> {
  const folder = tempFolder();
  const ids = createIds();
  const hoglet = await createHoglet({ file: folder.file("hoglet.db") });
  const plain = openBare(folder.file("plain.db"));
  const log = openBare(folder.file("log.db"), "log");
  for (let first = 0; first < PERSONS; first += BATCH) await hoglet.capture(batch(ids, first));

  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const batches = Array.from({ length: BATCHES_PER_ROUND }, (_, index) => batch(ids, (round * 7 + index * 13) * 97));
    const spent = { hoglet: 0, plain: 0, log: 0 };
    for (const events of batches) {
      spent.plain += await elapsedMs(() => plain.insert(events));
      spent.log += await elapsedMs(() => log.insert(events));
      spent.hoglet += await elapsedMs(() => hoglet.capture(events));
    }
    rounds.push({ hoglet: toRate(spent.hoglet), plain: toRate(spent.plain), log: toRate(spent.log) });
  }
  await hoglet.close();
  plain.close();
  log.close();
  folder.remove();
  print(rounds);
}

/** Events, or rows, a second. */
interface Round {
  hoglet: number;
  plain: number;
  log: number;
}

function toRate(ms: number): number {
  return (BATCH * BATCHES_PER_ROUND) / (ms / 1000);
}

function print(rounds: readonly Round[]): void {
  const against = (peer: "plain" | "log") => rounds.map((round) => round.hoglet / round[peer]);
  const rate = (side: keyof Round) => count(median(rounds.map((round) => round[side])));
  process.stdout.write(
    `in process, batches of ${BATCH}: ${rate("hoglet")} events/s (medians of ${ROUNDS} rounds)\n` +
      `bare insert of the same row into the same columns and a unique uuid index: ${rate("plain")} rows/s; ` +
      `ratio ${range(against("plain"))} (target at least 0.50)\n` +
      `bare insert into hoglet's own table, all its indexes and triggers: ${rate("log")} rows/s; ` +
      `ratio ${range(against("log"))}\n`,
  );
}

const PADDING = "x".repeat(200);

function batch(ids: ReturnType<typeof createIds>, first: number): BenchEvent[] {
  return Array.from({ length: BATCH }, (_, index) => ({
    event: `event ${(first + index) % EVENT_NAMES}`,
    distinct_id: `person-${(first + index) % PERSONS}`,
    uuid: ids.uuid(Date.now()),
    timestamp: new Date().toISOString(),
    // About 300 bytes as JSON.
    properties: { plan: "pro", price: 12.5, position: index, active: true, note: PADDING, path: "/products/shoes" },
  }));
}
