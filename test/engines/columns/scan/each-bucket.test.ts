import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { findHours, fromHourBytes, HOUR_MS, toHourBytes } from "../../../../lib/engines/columns/log/hours.ts";
import type { Hours } from "../../../../lib/engines/columns/log/segment.ts";
import { eachBucket } from "../../../../lib/engines/columns/scan/each-bucket.ts";
import type { Slice } from "../../../../lib/engines/columns/scan/scan.ts";

/** Six rows at 100, 110, … 150 ms. @param readTimes called when their times are read */
function slice(readTimes = () => {}): Pick<Slice, "segment" | "start" | "end"> {
  const core = () => ({
    get times() {
      readTimes();
      return Uint32Array.of(0, 10, 20, 30, 40, 50);
    },
  });
  const segment = { minMs: 100, maxMs: 150, core, hours: () => null } as unknown as Slice["segment"];
  return { segment, start: 1, end: 5 };
}

function bucketsOf(edgesMs: number[], readTimes?: () => void): number[][] {
  const found: number[][] = [];
  eachBucket(slice(readTimes), edgesMs, (...bucket) => found.push(bucket));
  return found;
}

function refuse(): void {
  throw new Error("The times were read.");
}

const buckets = suite("eachBucket");

buckets("cuts rows at the edges, and leaves out those before the first", () => {
  assert.equal(bucketsOf([100, 120, 140]), [
    [0, 1, 2],
    [1, 2, 4],
    [2, 4, 5],
  ]);
  assert.equal(bucketsOf([125, 1000]), [[0, 3, 5]]);
  assert.equal(bucketsOf([200]), []);
});

buckets("reads no times where one bucket has the whole segment", () => {
  for (const edges of [[100], [0, 100, 151], [50, 200, 300]])
    assert.equal(bucketsOf(edges, refuse), [[edges[1] === 100 ? 1 : 0, 1, 5]]);
  assert.throws(() => bucketsOf([100, 150], refuse), /were read/);
});

/** Rows of two event names over some days, each in order of time. */
function randomRows(seed: number) {
  const random = createRandom(seed);
  const minMs = Date.UTC(2024, 0, 1) + random.integer(0, 3 * HOUR_MS);
  const counts = [random.integer(500, 900), random.integer(1, 300)];
  const times = counts.flatMap((count) =>
    Array.from({ length: count }, () => random.integer(0, 12 * HOUR_MS)).toSorted((a, b) => a - b),
  );
  times[0] = 0;
  const maxMs = minMs + Math.max(...times);
  const [middle = 0, rows] = [counts[0], times.length];
  const runs = [
    { eventNameId: 1, start: 0, end: middle },
    { eventNameId: 2, start: middle, end: rows },
  ];
  return { random, times: Uint32Array.from(times), head: { rows, minMs, maxMs, runs } };
}

buckets("cuts rows by stored hours as by times, from any row to any row", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const { random, times, head } = randomRows(seed);
    const hours = findHours(head, times);
    assert.ok(hours !== null);
    const stored = fromHourBytes(toHourBytes(hours));
    let isRead = false;
    const core = () => {
      isRead = true;
      return { times };
    };
    const openWith = (kept: Hours | null) => ({ ...head, core, hours: () => kept }) as unknown as Slice["segment"];
    // Whole hours; in some seeds the edge before the segment is no whole hour.
    const firstHour = Math.floor(head.minMs / HOUR_MS) + random.integer(-2, 3);
    const width = random.integer(1, 5);
    const edges = Array.from({ length: random.integer(1, 6) }, (_, edge) => (firstHour + edge * width) * HOUR_MS);
    if (seed % 3 === 0) edges.unshift(Math.min(edges[0] ?? 0, head.minMs) - 1);
    for (const { start, end } of head.runs) {
      const from = random.integer(start, end - 1);
      const until = random.integer(from, end);
      const found = [null, stored].map((kept) => {
        isRead = false;
        const seen: number[][] = [];
        eachBucket({ segment: openWith(kept), start: from, end: until }, edges, (...bucket) => seen.push(bucket));
        if (kept !== null) assert.is(isRead, false, `seed ${seed}`);
        return seen;
      });
      assert.equal(found[1], found[0], `seed ${seed}`);
    }
  }
});

buckets("reads times for edges within an hour, and where hours would take as much", () => {
  const { times, head } = randomRows(1);
  const hours = findHours(head, times);
  let reads = 0;
  const core = () => {
    reads++;
    return { times };
  };
  const segment = { ...head, core, hours: () => hours } as unknown as Slice["segment"];
  const half = head.minMs + 2 * HOUR_MS - (head.minMs % HOUR_MS) + HOUR_MS / 2;
  eachBucket({ segment, start: 0, end: 100 }, [half], () => {});
  assert.is(reads, 1);
  assert.is(findHours({ ...head, runs: [{ eventNameId: 1, start: 0, end: 5 }], rows: 5 }, times), null);
});

buckets.run();
