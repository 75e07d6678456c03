import type { Turns } from "../../base/turns.ts";
import type { TimePlace } from "../events-by-time.ts";
import type { ReadAt } from "../event-reader.ts";
import type { Db } from "../../storage/index.ts";
import { toEventRecord } from "./record.ts";
import type { EventRecord } from "./record.ts";

/** Events sorted at once: below 1 ms. */
const IN_BUCKET = 1000;

/** Indexes into the list by arrival, so that a chunk's events are neighbours. Buckets are sorted when reached. */
async function inPlaceOrder(places: readonly TimePlace[], turns: Turns): Promise<Iterable<number>> {
  let [first, last] = [Infinity, -Infinity];
  for (const { seq } of places) {
    first = Math.min(first, seq);
    last = Math.max(last, seq);
  }
  const buckets = Array.from<unknown, number[]>({ length: Math.ceil(places.length / IN_BUCKET) }, () => []);
  const width = (last - first + 1) / buckets.length;
  for (const [index, { seq }] of places.entries()) {
    buckets[Math.floor((seq - first) / width)]?.push(index);
    if (index % IN_BUCKET === 0 && turns.isOver()) await turns.next();
  }
  const seqOf = (index: number) => places[index]?.seq ?? 0;
  return flatSorted(buckets, (a, b) => seqOf(a) - seqOf(b));
}

function* flatSorted(buckets: readonly number[][], compare: (a: number, b: number) => number): Generator<number, void> {
  for (const bucket of buckets) yield* bucket.toSorted(compare);
}

/** Joins parts into batches. @param most events of a batch; may change meanwhile */
export async function* toBatches(
  parts: Iterable<TimePlace[]> | AsyncIterable<TimePlace[]>,
  turns: Turns,
  most: () => number,
): AsyncGenerator<TimePlace[], void> {
  let batch: TimePlace[] = [];
  for await (const part of parts) {
    for (const place of part) {
      batch.push(place);
      if (batch.length < most()) continue;
      yield batch;
      batch = [];
    }
    if (turns.isOver()) await turns.next();
  }
  if (batch.length > 0) yield batch;
}

interface Reading {
  places: readonly TimePlace[];
  read: ReadAt;
  turns: Turns;
}

/** The events at these places, in the list's order, without deleted ones. @throws corrupt */
export async function readRecords(
  db: Pick<Db, "sql">,
  projectId: number,
  { places, read, turns }: Reading,
): Promise<EventRecord[]> {
  const records = Array.from<EventRecord | undefined>({ length: places.length });
  for (const index of await inPlaceOrder(places, turns)) {
    const event = read((places[index] as TimePlace).seq);
    if (event !== undefined) records[index] = toEventRecord(db, projectId, event);
    if (turns.isOver()) await turns.next();
  }
  return records.filter((record) => record !== undefined);
}
