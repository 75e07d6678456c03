import type { DamagedPlace } from "../../../log/index.ts";
import type { Db } from "../../../storage/index.ts";
import { walkRange } from "../../../log/index.ts";
import { findHours, toHourBytes } from "./hours.ts";
import { toLogRange } from "./project.ts";
import { readSegment } from "./read-log.ts";
import type { LogSegment } from "./read-log.ts";
import { isIntact, readColumn, readRow } from "./segment-table.ts";
import type { BlockPlace, StoredRow } from "./segment-table.ts";
import { findDamaged, isDamage, readDistances, readNumbers, readTimes } from "./stored-column.ts";

export interface BlockState {
  /** Names of damaged columns; null = the segment's own row. */
  damaged: (string | null)[];
  /** Columns with correct checksums that differ from the log. */
  differing: string[];
  /** Events with wrong checksums, or that cannot be read. */
  log: DamagedPlace[];
}

/**
 * Checks the checksums of a block of the log and of its columns; where the log is intact, also the content of the
 * columns of times, hours, ids and order.
 */
export function checkBlock(db: Db, place: BlockPlace): BlockState {
  const row = readRowSafely(db, place);
  const range = toLogRange(place);
  const log = walkRange(db, range).damaged();
  if (row === undefined) return { damaged: [], differing: [], log };
  if (row === null || !isIntact(row, place)) return { damaged: [null], differing: [], log };
  const damaged = findDamaged(db, row);
  const leftOut = JSON.parse(row.left_out) as number[];
  // Without the damaged events the log has other rows.
  const differing = log.some(({ seq }) => !leftOut.includes(seq))
    ? []
    : compareCore(db, row, readSegment(db, { ...range, leftOut })).filter((name) => !damaged.includes(name));
  return { damaged, differing, log };
}

function readRowSafely(db: Db, place: BlockPlace): StoredRow | null | undefined {
  try {
    return readRow(db, place);
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

function hasPlaces(data: Buffer, seqs: Uint32Array): boolean {
  if (data.byteLength !== seqs.length * 2) return false;
  return readDistances(data, seqs.length).every((distance, row) => distance === seqs[row]);
}

function isSame(read: () => ArrayLike<number>, column: ArrayLike<number>): boolean {
  try {
    const numbers = read();
    return numbers.length === column.length && Array.prototype.every.call(numbers, (one, row) => one === column[row]);
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

/** The columns of times, hours, ids and order that differ from the log; `directory` = the segment's own row. */
function compareCore(db: Db, row: StoredRow, { head, core, seqs }: LogSegment): string[] {
  const directory = JSON.stringify(head.runs.map(({ eventNameId, start, end }) => [eventNameId, start, end]));
  const isHead = row.rows === head.rows && row.min_ms === head.minMs && row.max_ms === head.maxMs;
  const names = isHead && row.directory === directory ? [] : ["directory"];
  const spanMs = head.maxMs - head.minMs;
  for (const [name, column, read] of [
    ["time", core.times, (data: Buffer) => readTimes(data, head.rows, spanMs)],
    ["actor", core.ids, (data: Buffer) => readNumbers(data, head.rows)],
  ] as const) {
    const stored = readColumn(db, row.id, name)?.data;
    if (stored === undefined || !isSame(() => read(stored), column)) names.push(name);
  }
  const hours = readColumn(db, row.id, "hour")?.data;
  const found = findHours(head, core.times);
  if (found === null ? hours !== undefined : hours?.equals(toHourBytes(found)) !== true) names.push("hour");
  const places = readColumn(db, row.id, "seq")?.data;
  if (places === undefined || !hasPlaces(places, seqs)) names.push("seq");
  return names;
}
