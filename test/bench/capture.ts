import { createHoglet } from "../../lib/index.ts";
import { createIds } from "../../lib/ids.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { openBare } from "./bare.ts";
import type { BenchEvent } from "./bare.ts";
import { count, elapsedMs, median, ratio } from "./measure.ts";

const BATCH = 1000;
const PERSONS = 20_000;
const ROUNDS = 5;
const BATCHES_PER_ROUND = 40;
const EVENT_NAMES = 30;

/**
 * Events per second through `hoglet.capture` into a file (batches of 1,000, 300 bytes of properties, persons that exist),
 * against a bare better-sqlite3 insert of the same row, one transaction a batch: into the same table (its indexes and
 * AUTOINCREMENT included), and into one with the unique index alone. All take turns, batch by batch, so that a slow moment
 * hits all.
 */
export async function benchCapture(): Promise<void> {
  const folder = tempFolder();
  const ids = createIds();
  const hoglet = await createHoglet({ file: folder.file("hoglet.db") });
  const bare = openBare(folder.file("bare.db"));
  const same = openBare(folder.file("same.db"), "log");
  for (let first = 0; first < PERSONS; first += BATCH) await hoglet.capture(batch(ids, first));

  const rates = { hoglet: [] as number[], bare: [] as number[], same: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const batches = Array.from({ length: BATCHES_PER_ROUND }, (_, index) => batch(ids, (round * 7 + index * 13) * 97));
    const events = BATCH * BATCHES_PER_ROUND;
    let [bareMs, sameMs, hogletMs] = [0, 0, 0];
    for (const batchEvents of batches) {
      bareMs += await elapsedMs(() => bare.insert(batchEvents));
      sameMs += await elapsedMs(() => same.insert(batchEvents));
      hogletMs += await elapsedMs(() => hoglet.capture(batchEvents));
    }
    rates.bare.push(events / (bareMs / 1000));
    rates.same.push(events / (sameMs / 1000));
    rates.hoglet.push(events / (hogletMs / 1000));
  }
  await hoglet.close();
  bare.close();
  same.close();
  folder.remove();

  const [mine, sameRate, limit] = [median(rates.hoglet), median(rates.same), median(rates.bare)];
  process.stdout.write(
    `in process, batches of ${BATCH}: ${count(mine)} events/s; bare insert into the same table ${count(sameRate)} rows/s, ` +
      `ratio ${ratio(mine, sameRate)} (target at least 0.50); with the unique index alone ${count(limit)}, ` +
      `ratio ${ratio(mine, limit)}\n`,
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
