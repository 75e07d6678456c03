import type { Hours, Run, SegmentHead } from "./segment.ts";

/** Milliseconds of an hour: the unit of `Hours`. */
export const HOUR_MS = 3_600_000;

/** Most stretches, as a share of the rows. A stretch takes 8 bytes, a time 4. */
const MOST = 1 / 8;

/** Null = the stretches are not worth their space. */
export function findHours({ rows, minMs, runs }: SegmentHead, times: ArrayLike<number>): Hours | null {
  const [firstRows, hours]: [number[], number[]] = [[], []];
  for (const run of runs) {
    for (const [row, hour] of stretchesOf(run, minMs, times)) {
      if (firstRows.length + 1 > rows * MOST) return null;
      firstRows.push(row);
      hours.push(hour);
    }
  }
  return { rows: Uint32Array.from(firstRows), hours: Uint32Array.from(hours) };
}

function* stretchesOf({ start, end }: Run, minMs: number, times: ArrayLike<number>): Generator<[number, number]> {
  let last = -1;
  for (let row = start; row < end; row++) {
    const hour = Math.floor((minMs + times[row]!) / HOUR_MS);
    if (hour !== last) yield [row, hour];
    last = hour;
  }
}

/** The rows, then the hours. */
export function toHourBytes({ rows, hours }: Hours): Buffer {
  const words = new Uint32Array(rows.length + hours.length);
  words.set(rows);
  words.set(hours, rows.length);
  return Buffer.from(words.buffer);
}

/** The stretches that bytes hold. @throws RangeError for bytes that cannot be stretches */
export function fromHourBytes(data: Buffer): Hours {
  if (data.byteLength === 0 || data.byteLength % 8 !== 0) throw new RangeError("It has not an hour for each stretch.");
  const words = new Uint32Array(data.byteLength / 4);
  new Uint8Array(words.buffer).set(data);
  return { rows: words.subarray(0, words.length / 2), hours: words.subarray(words.length / 2) };
}
