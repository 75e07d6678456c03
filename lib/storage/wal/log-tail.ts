import { openSync, readSync } from "node:fs";
import Database from "better-sqlite3";
import { corrupt } from "../../base/errors.ts";
import { refuseForeign } from "../migrate.ts";
import { addSums, FRAME_HEADER_BYTES, HEADER_BYTES, MAGIC, requireLittleEndian } from "./log-form.ts";
import type { Sums } from "./log-form.ts";
import { readLogState } from "./log-index.ts";
import type { LogState } from "./log-index.ts";

/** The pages that commits have changed. */
export interface Committed {
  /** The last bytes of each page; null = more than was asked for. */
  changed: Map<number, Buffer> | null;
  /** Pages of the database then. */
  pages: number;
}

/** The result of a fold. */
export interface Folded {
  /** The commits since the last call of `next`. */
  last: Committed | null;
  /** Pages of the database, when the file has every commit up to `last`; null = the file lacks some. */
  pages: number | null;
}

/** Reads the commits of a database, each of them once, while others write it and empty its log. */
export interface LogTail {
  readonly pageBytes: number;
  /** The number of the file's format. */
  format(): number;
  /** The commits since the last call; null = none. @throws corrupt when the log is damaged */
  next(): Committed | null;
  /**
   * Empties the log, once it has many frames or `isQuiet`. Holds the write lock while it copies the last ones.
   */
  fold(isQuiet: boolean): Folded;
  /** Reads the file: a page has the bytes of the last fold or newer ones, which commits after it give again. */
  read(into: Buffer, at: number): number;
}

/** Frames from which the log is emptied, as SQLite does by itself. More frames hold the write lock less often, for longer. */
const FOLD_FRAMES = 1000;

/** Ms of waiting for writers. */
const WRITE_WAIT_MS = 1000;

/** Frames that are read at a time: 1 MiB. */
const AT_ONCE = 256;

/** Looks at the index, each 2 µs, before it counts as unreadable. */
const TRIES = 100_000;

/**
 * Opens a database to follow its commits. **For a process of its own**, as `openPageView`.
 *
 * A reader of a moment keeps all younger frames: SQLite begins a log again only when all of it is in the file and no reader
 * needs it, and it copies no frames beyond the moment of a reader. So one of two readers always holds the moment up to
 * which the log was read. A reader that begins while all frames are in the file does not need the log: it may then be begun
 * again, once, with other salts.
 * @param mostBytes of pages that `next` gives
 */
export function openLogTail(file: string, mostBytes: number): LogTail {
  requireLittleEndian();
  const open = (readonly: boolean) => new Database(file, { readonly, fileMustExist: true, timeout: WRITE_WAIT_MS });
  const copier = open(false);
  copier.pragma("wal_autocheckpoint = 0");
  refuseForeign(copier);
  const writer = open(false);
  const [main, index, log] = [openSync(file, "r"), openSync(`${file}-shm`, "r"), openSync(`${file}-wal`, "r")];
  const readers = [createReader(open(true)), createReader(open(true))] as const;
  const pageBytes = Number(copier.pragma("page_size", { simple: true }));
  const lock = writer.prepare("BEGIN IMMEDIATE");
  const unlock = writer.prepare("COMMIT");
  let turn: 0 | 1 = 0;
  /** Does the holding reader do without the log? */
  let isFree = false;
  let read: Place | null = null;

  const state = (): LogState => {
    // Writers take microseconds; a connection that recovers the log after a crash takes longer.
    for (let tried = 0; tried < TRIES; tried++) {
      const found = readLogState(index);
      if (found !== null) return found;
    }
    throw corrupt("The index of the write-ahead log cannot be read.");
  };
  /** Begins a younger reader, reads up to its moment or beyond, and only then lets the older one go. */
  const advance = (now: LogState): Committed | null => {
    const next = turn === 0 ? 1 : 0;
    readers[next].begin();
    const after = state();
    isFree = now.copied === now.frames && after.frames === now.frames && after.salts.equals(now.salts);
    try {
      return readFrom(after);
    } finally {
      readers[turn].end();
      turn = next;
    }
  };
  const readFrom = (to: LogState): Committed | null => {
    if (read === null) {
      read = { salts: to.salts, frames: to.frames, sums: to.sums };
      return null;
    }
    if (to.frames === 0 || isAt(read, to)) return null;
    const isSame = read.salts.equals(to.salts);
    const from = isSame ? read : beginningOf(log, to.salts);
    const found = readFrames({ log, from, to, pageBytes, mostBytes });
    read = { salts: to.salts, frames: to.frames, sums: to.sums };
    return { changed: found, pages: to.pages };
  };
  return {
    pageBytes,
    format: () => Number(copier.pragma("user_version", { simple: true })),
    next() {
      const now = state();
      // A reader that holds frames, though all are in the file, would keep the log from being emptied.
      const isHolding = !isFree && now.copied === now.frames;
      if (read !== null && !isHolding && (now.frames === 0 || isAt(read, now))) return null;
      return advance(now);
    },
    fold(isQuiet) {
      if (state().frames < FOLD_FRAMES && !isQuiet) return NOT_NOW;
      // Leaves little for the time of the lock.
      copier.pragma("wal_checkpoint(PASSIVE)");
      try {
        lock.run();
      } catch {
        return NOT_NOW;
      }
      try {
        const last = advance(state());
        const [{ log: frames, checkpointed }] = copier.pragma("wal_checkpoint(PASSIVE)") as [Checkpointed];
        const now = state();
        if (frames !== checkpointed) return { last, pages: null };
        // The next reader does without the log.
        advance(now);
        // Not the index's number, which is 0 while nothing was written since the log was begun.
        return { last, pages: Number(copier.pragma("page_count", { simple: true })) };
      } finally {
        unlock.run();
      }
    },
    read: (into, at) => readSync(main, into, 0, into.length, at),
  };
}

const NOT_NOW: Folded = { last: null, pages: null };

interface Checkpointed {
  log: number;
  checkpointed: number;
}

/** A place in the log. */
interface Place {
  salts: Buffer;
  frames: number;
  sums: Sums;
}

function isAt(place: Place, state: LogState): boolean {
  return place.frames === state.frames && place.salts.equals(state.salts);
}

function createReader(sqlite: Database.Database) {
  const begin = sqlite.prepare("BEGIN");
  // Takes part in the log by reading.
  const touch = sqlite.prepare("PRAGMA page_count").pluck();
  const commit = sqlite.prepare("COMMIT");
  return {
    begin() {
      begin.run();
      touch.get();
    },
    end: () => void (sqlite.inTransaction && commit.run()),
  };
}

/** @throws corrupt when the log's header is another's */
function beginningOf(log: number, salts: Buffer): Place {
  const header = Buffer.alloc(HEADER_BYTES);
  readSync(log, header, 0, HEADER_BYTES, 0);
  if (header.readUInt32BE(0) !== MAGIC || !header.subarray(16, 24).equals(salts)) throw damaged();
  return { salts, frames: 0, sums: [header.readUInt32BE(24), header.readUInt32BE(28)] };
}

interface Span {
  log: number;
  from: Place;
  to: LogState;
  pageBytes: number;
  mostBytes: number;
}

/** Compares every frame with its checksum. @throws corrupt; @returns null = more bytes of pages than wanted */
function readFrames({ log, from, to, pageBytes, mostBytes }: Span): Map<number, Buffer> | null {
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  let changed: Map<number, Buffer> | null = new Map();
  let { sums } = from;
  for (let frame = from.frames; frame < to.frames; frame += AT_ONCE) {
    const count = Math.min(AT_ONCE, to.frames - frame);
    const block = Buffer.alloc(count * frameBytes);
    if (readSync(log, block, 0, block.length, HEADER_BYTES + frame * frameBytes) < block.length) throw damaged();
    for (let at = 0; at < block.length; at += frameBytes) {
      sums = addSums(block, at + FRAME_HEADER_BYTES, pageBytes, addSums(block, at, 8, sums));
      const isSound =
        block.readUInt32BE(at + 16) === sums[0] &&
        block.readUInt32BE(at + 20) === sums[1] &&
        block.subarray(at + 8, at + 16).equals(to.salts);
      if (!isSound) throw damaged();
      changed?.set(block.readUInt32BE(at), block.subarray(at + FRAME_HEADER_BYTES, at + frameBytes));
    }
    if (changed !== null && changed.size * pageBytes > mostBytes) changed = null;
  }
  if (sums[0] !== to.sums[0] || sums[1] !== to.sums[1]) throw damaged();
  // Else a page would keep its whole block in memory.
  for (const [page, bytes] of changed ?? []) changed?.set(page, Buffer.from(bytes));
  return changed;
}

function damaged(): Error {
  return corrupt("The write-ahead log has other frames than its index says.");
}
