import type Database from "better-sqlite3";
import { CHUNK_TABLE } from "../event-rows.ts";
import { lostTexts } from "../event-texts.ts";
import { MOST_PLACES } from "./chunk-form.ts";
import { hasLostHeads, unpackHeads, unpackNames, unpackUuids } from "./placed-heads.ts";
import type { PlacedHeads } from "./placed-heads.ts";

/** Unpacked heads that a connection keeps, about 8 kB each: neighbours in time lie in few chunks. */
const KEPT = 16;

interface KeptHeads {
  firstSeq: number;
  sum: number;
  placed: PlacedHeads | undefined;
  /** The events whose heads are damaged. */
  lost: readonly number[];
}

/** Adds the table of a chunk's heads, and its functions, to a connection's SQL (`event-rows.ts`). */
export function addChunkTable(sqlite: Database.Database): void {
  let kept: KeptHeads[] = [];
  // The checksum changes when an event is deleted.
  const find = (firstSeq: number, sum: number) => kept.find((each) => each.firstSeq === firstSeq && each.sum === sum);
  sqlite.function("hoglet_has_heads", (firstSeq: unknown, sum: unknown) =>
    find(Number(firstSeq), sumOf(sum)) === undefined ? 0 : 1,
  );
  sqlite.function("hoglet_name_counts", (firstSeq: unknown, data: unknown, events: unknown, projectId: unknown) =>
    JSON.stringify(
      countNames(data, { firstSeq: Number(firstSeq), events: Number(events), projectId: Number(projectId) }),
    ),
  );
  sqlite.table(CHUNK_TABLE, {
    columns: ["seq", "project_id", "event_name_id", "distinct_id_id", "timestamp", "is_lost"],
    parameters: ["chunk", "sum", "data", "events", "first", "last"],
    *rows(...[chunk, sum, data, events, first, last]: unknown[]) {
      const firstSeq = Number(chunk);
      let found = find(firstSeq, sumOf(sum));
      const [from, until] = [Number(first), Number(last)];
      if (found === undefined) {
        const placed = unpackHeads(data);
        const wanted = Number(events);
        const isLost = hasLostHeads(placed, wanted);
        const lost = isLost ? lostSeqs(firstSeq, data, wanted) : [];
        found = { firstSeq, sum: sumOf(sum), placed: isLost ? undefined : placed, lost };
        kept = [found, ...kept.slice(0, KEPT - 1)];
      }
      for (const seq of found.lost) if (seq >= from && seq <= until) yield [seq, 0, 0, 0, 0, 1];
      if (found.placed !== undefined) yield* rowsOf(found.placed, from, until);
    },
  });
}

/** Counts a project's events in a chunk by name id. @throws corrupt when the heads are damaged */
function countNames(
  data: unknown,
  { firstSeq, events, projectId }: { firstSeq: number; events: number; projectId: number },
): Record<number, number> {
  const counts: Record<number, number> = {};
  if (events === 0) return counts;
  const heads = unpackNames(data, events);
  if (heads === null) throw lostTexts(lostSeqs(firstSeq, data, events)[0]);
  const { projects, names } = heads;
  for (let index = 0; index < names.length; index++) {
    if (projects[index] !== projectId) continue;
    const name = names[index] as number;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Places of events with damaged heads: as the uuids have them, else as many as there should be, from the first on. */
export function lostSeqs(firstSeq: number, data: unknown, events: number): readonly number[] {
  // The number may be damaged too.
  const length = Math.min(Math.max(events, 1), MOST_PLACES);
  return unpackUuids(data)?.seqs ?? Array.from({ length }, (_, index) => firstSeq + index);
}

function sumOf(bytes: unknown): number {
  return Buffer.isBuffer(bytes) && bytes.length === 4 ? bytes.readUInt32LE() : -1;
}

function* rowsOf({ seqs, heads }: PlacedHeads, first: number, last: number): Generator<number[], void> {
  const { projects, names, ordinals, times } = heads;
  const end = seqs.length;
  let index = first <= (seqs[0] ?? 0) ? 0 : placeOf(seqs, first);
  for (; index < end; index++) {
    const seq = seqs[index] as number;
    if (seq > last) return;
    yield [
      seq,
      projects[index] as number,
      names[index] as number,
      ordinals[index] as number,
      times[index] as number,
      0,
    ];
  }
}

/**
 * The index of the first number at or above `wanted`.
 * @param numbers in ascending order
 */
function placeOf(numbers: readonly number[], wanted: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
