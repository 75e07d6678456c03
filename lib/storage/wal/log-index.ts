import { readSync } from "node:fs";
import { addSums, VERSION } from "./log-form.ts";
import type { Sums } from "./log-form.ts";
import { writeAll } from "./write-all.ts";

/** The state of a log as all connections see it: the header of the index, in the file that ends in `-shm`. */
export interface LogState {
  /** Counts changes. */
  change: number;
  pageBytes: number;
  /** Frames of commits; 0 = the log is empty. */
  frames: number;
  /** Pages of the database. */
  pages: number;
  /** The running checksum behind the last frame. */
  sums: Sums;
  /** Names the log since its beginning. */
  salts: Buffer;
  /** Frames that are in the database file too. */
  copied: number;
}

/** The header is there twice, so that a reader knows a torn one. */
const COPY_BYTES = 48;
const SUMMED_BYTES = 40;

/** The place of the number of copied frames, behind both copies of the header. */
const COPIED_AT = 96;

/** Bytes of a segment of the index: numbers of pages, then a hash table of them. */
const SEGMENT_BYTES = 32_768;
const TABLE_AT = 16_384;
const SLOTS = 8192;

/** Frames of a segment. The first has the headers. */
const FRAMES = 4096;
const FIRST_FRAMES = 4062;
const FIRST_AT = 136;

/** Null = another connection is writing it, or recovers it. */
export function readLogState(fd: number): LogState | null {
  const bytes = Buffer.alloc(COPIED_AT + 4);
  if (readSync(fd, bytes, 0, bytes.length, 0) < bytes.length) return null;
  const [sum, other] = addSums(bytes, 0, SUMMED_BYTES, [0, 0]);
  const isWhole =
    bytes.compare(bytes, COPY_BYTES, 2 * COPY_BYTES, 0, COPY_BYTES) === 0 &&
    bytes.readUInt32LE(SUMMED_BYTES) === sum &&
    bytes.readUInt32LE(SUMMED_BYTES + 4) === other &&
    bytes[12] === 1;
  if (!isWhole) return null;
  const size = bytes.readUInt16LE(14);
  return {
    change: bytes.readUInt32LE(8),
    pageBytes: size === 1 ? 65_536 : size,
    frames: bytes.readUInt32LE(16),
    pages: bytes.readUInt32LE(20),
    sums: [bytes.readUInt32LE(24), bytes.readUInt32LE(28)],
    salts: Buffer.from(bytes.subarray(32, 40)),
    copied: bytes.readUInt32LE(COPIED_AT),
  };
}

/** Makes frames visible to all connections. Hold the write lock, and enter the pages of the frames before. */
export function writeLogState(fd: number, state: LogState): void {
  const bytes = Buffer.alloc(COPY_BYTES);
  bytes.writeUInt32LE(VERSION, 0);
  bytes.writeUInt32LE(state.change, 8);
  bytes[12] = 1;
  bytes.writeUInt16LE(state.pageBytes === 65_536 ? 1 : state.pageBytes, 14);
  bytes.writeUInt32LE(state.frames, 16);
  bytes.writeUInt32LE(state.pages, 20);
  bytes.writeUInt32LE(state.sums[0], 24);
  bytes.writeUInt32LE(state.sums[1], 28);
  state.salts.copy(bytes, 32);
  const [sum, other] = addSums(bytes, 0, SUMMED_BYTES, [0, 0]);
  bytes.writeUInt32LE(sum, SUMMED_BYTES);
  bytes.writeUInt32LE(other, SUMMED_BYTES + 4);
  // In SQLite's order: readers compare the second with the first.
  writeAll(fd, bytes, COPY_BYTES);
  writeAll(fd, bytes, 0);
}

/**
 * Enters the pages of frames that follow the visible ones, and forgets what a killed writer has entered behind these.
 * @param numbers the page of each frame
 */
export function enterPages(fd: number, visible: number, numbers: readonly number[]): void {
  for (let entered = 0; entered < numbers.length;) {
    const { segment, place } = placeOf(visible + entered + 1);
    const own = segment === 0 ? FIRST_FRAMES : FRAMES;
    const count = Math.min(own - place, numbers.length - entered);
    enterSegment(fd, segment, place, numbers.slice(entered, entered + count));
    entered += count;
  }
}

/** The segment of a frame, counted from 1, and its place there, from 0. */
function placeOf(frame: number): { segment: number; place: number } {
  if (frame <= FIRST_FRAMES) return { segment: 0, place: frame - 1 };
  const rest = frame - FIRST_FRAMES - 1;
  return { segment: 1 + Math.floor(rest / FRAMES), place: rest % FRAMES };
}

function enterSegment(fd: number, segment: number, from: number, numbers: readonly number[]): void {
  const bytes = Buffer.alloc(SEGMENT_BYTES);
  readSync(fd, bytes, 0, SEGMENT_BYTES, segment * SEGMENT_BYTES);
  const begin = segment === 0 ? FIRST_AT : 0;
  bytes.fill(0, begin + from * 4, TABLE_AT);
  // Entries that were made later are never on the way to earlier ones, so they can go.
  for (let slot = 0; slot < SLOTS; slot++)
    if (bytes.readUInt16LE(TABLE_AT + slot * 2) > from) bytes.writeUInt16LE(0, TABLE_AT + slot * 2);
  for (const [index, number] of numbers.entries()) {
    bytes.writeUInt32LE(number, begin + (from + index) * 4);
    let slot = Math.imul(number, 383) & (SLOTS - 1);
    while (bytes.readUInt16LE(TABLE_AT + slot * 2) !== 0) slot = (slot + 1) & (SLOTS - 1);
    bytes.writeUInt16LE(from + index + 1, TABLE_AT + slot * 2);
  }
  writeAll(fd, bytes.subarray(begin), segment * SEGMENT_BYTES + begin);
}
