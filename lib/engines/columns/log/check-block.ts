import type { Db } from "../../../storage/index.ts";
import { LogSum } from "./checksum.ts";
import { makeSegment, checksumParts } from "./make-segment.ts";
import type { MadeSegment } from "./make-segment.ts";
import { toStretch } from "./project.ts";
import { readSegment, walkProperties } from "./read-log.ts";
import type { LogSegment, Stretch } from "./read-log.ts";
import { findChanged, toDamagedPlace } from "./remake.ts";
import type { DamagedPlace } from "./remake.ts";
import { isIntact, readColumn, readRow } from "./segment-table.ts";
import type { BlockPlace, StoredRow } from "./segment-table.ts";
import { findDamaged, isDamage } from "./stored-column.ts";

/** The state of a block of the log. */
export interface BlockState {
  /** `none` = its columns are not stored; `old` = stored by an older version, without checksums. */
  stored: "none" | "old" | "checked";
  /** Names of damaged columns; null = the segment's own row. */
  damaged: (string | null)[];
  /** Columns with correct checksums that differ from the log. */
  differing: string[];
  /** Events that cannot be read, or have changed. */
  log: DamagedPlace[];
}

/**
 * Compares a block of the log with its columns: checksums of both, and the content of the columns of times, ids and
 * order.
 */
export function checkBlock(db: Db, place: BlockPlace): BlockState {
  const row = readRowSafely(db, place);
  const stretch = toStretch(place);
  if (row === undefined) return { stored: "none", damaged: [], differing: [], log: findUnreadable(db, place, stretch) };
  if (row === null || !isIntact(row, place)) {
    return { stored: "checked", damaged: [null], differing: [], log: findUnreadable(db, place, stretch) };
  }
  const damaged = findDamaged(db, row);
  const leftOut = JSON.parse(row.left_out) as number[];
  const read: Stretch = { ...stretch, leftOut };
  const differing = compareCore(db, row, readSegment(db, read)).filter((name) => !damaged.includes(name));
  if (row.checksum === null) return { stored: "old", damaged, differing, log: findUnreadable(db, place, read) };
  const sums = JSON.parse(row.log_checksums ?? "[]") as number[];
  const isSame = checksumParts(read).every((part, index) => sumOf(db, part) === sums[index]);
  const log = isSame || damaged.length > 0 ? [] : findWrong(db, place, row, read);
  return { stored: "checked", damaged, differing, log };
}

/** The events of a stretch with unreadable properties or elements. */
export function findUnreadable(db: Db, place: BlockPlace, stretch: Stretch): DamagedPlace[] {
  const found: DamagedPlace[] = [];
  walkProperties(db, stretch, (seq, properties, elements) => {
    if (!isJson(properties) || (elements?.startsWith("[") === true && !isJson(elements))) {
      found.push(toDamagedPlace(db, place, seq, "It cannot be read."));
    }
  });
  return found;
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    // JSON.parse throws for text that is not JSON.
    return false;
  }
}

function readRowSafely(db: Db, place: BlockPlace): StoredRow | null | undefined {
  try {
    return readRow(db, place);
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

function sumOf(db: Db, part: Stretch): number {
  const sum = new LogSum();
  walkProperties(db, part, (_, properties, elements) => sum.add(properties, elements));
  return sum.take();
}

/** The damaged events: those that cannot be read, and those that differ from the columns. */
function findWrong(db: Db, place: BlockPlace, row: StoredRow, stretch: Stretch): DamagedPlace[] {
  const unreadable: number[] = [];
  const steps = makeSegment(db, stretch, ({ seq }) => void unreadable.push(seq));
  let made: MadeSegment | undefined;
  while (made === undefined) {
    const step = steps.next();
    if (step.done === true) made = step.value;
  }
  return [
    ...unreadable.map((seq) => toDamagedPlace(db, place, seq, "It cannot be read.")),
    ...findChanged(db, row, made),
  ];
}

/** The names of the columns of times, ids and order that differ from the log; `directory` = the segment's own row. */
function compareCore(db: Db, row: StoredRow, { head, core, seqs }: LogSegment): string[] {
  const directory = JSON.stringify(head.runs.map(({ eventNameId, start, end }) => [eventNameId, start, end]));
  const isHead = row.rows === head.rows && row.min_ms === head.minMs && row.max_ms === head.maxMs;
  const names = isHead && row.directory === directory ? [] : ["directory"];
  for (const [name, column] of [
    ["time", core.times],
    ["actor", core.ids],
    ["seq", seqs],
  ] as const) {
    const stored = readColumn(db, row.id, name)?.data;
    const bytes = Buffer.from(column.buffer, column.byteOffset, column.byteLength);
    if (stored === undefined || !bytes.equals(stored)) names.push(name);
  }
  return names;
}
