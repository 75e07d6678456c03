import type { Turns } from "../../base/turns.ts";
import type { TimePlace } from "../events-by-time.ts";
import type { ReadAt } from "../event-reader.ts";
import type { Db } from "../../storage/index.ts";
import type { EventTest } from "./property-test.ts";
import { toRecord } from "./record.ts";
import type { EventRecord } from "./record.ts";

/** Events of a batch at most. More take more memory, 60 bytes each; fewer unpack the chunks of a log without an order of time more often. */
export const MOST_IN_BATCH = 250_000;

/** Events that are sorted at once: below 1 ms. */
const IN_BUCKET = 1000;

/** The order of arrival of events, as indexes into the list: the events of a chunk stand side by side. Each bucket is sorted when it is reached. */
export async function inPlaceOrder(places: readonly TimePlace[], turns: Turns): Promise<Iterable<number>> {
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

/** Joins parts into batches. @param most events of a batch, which the caller may change while it takes them; never more than `MOST_IN_BATCH` */
export async function* toBatches(
  parts: Iterable<TimePlace[]>,
  turns: Turns,
  most: () => number,
): AsyncGenerator<TimePlace[], void> {
  let batch: TimePlace[] = [];
  for (const part of parts) {
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
  /** At most `MOST_IN_BATCH`. */
  places: readonly TimePlace[];
  read: ReadAt;
  turns: Turns;
  /** @default every event passes */
  passes?: EventTest;
}

/** The events at these places that pass, in the order of the list. An event that was deleted meanwhile is left out. @throws corrupt */
export async function readRecords(
  db: Pick<Db, "sql">,
  projectId: number,
  { places, read, turns, passes = () => true }: Reading,
): Promise<EventRecord[]> {
  const records = Array.from<EventRecord | undefined>({ length: places.length });
  for (const index of await inPlaceOrder(places, turns)) {
    const event = read((places[index] as TimePlace).seq);
    if (event !== undefined && passes(event)) records[index] = toRecord(db, projectId, event);
    if (turns.isOver()) await turns.next();
  }
  return records.filter((record) => record !== undefined);
}
