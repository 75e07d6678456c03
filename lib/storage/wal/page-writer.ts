import { openSync, readSync } from "node:fs";
import { randomBytes } from "node:crypto";
import Database from "better-sqlite3";
import { toStorageError } from "../failure.ts";
import { addSums, FRAME_HEADER_BYTES, HEADER_BYTES, MAGIC, requireLittleEndian, VERSION } from "./log-form.ts";
import type { Sums } from "./log-form.ts";
import { enterPages, readLogState, writeLogState } from "./log-index.ts";
import type { LogState } from "./log-index.ts";
import { writeAll } from "./write-all.ts";

/** Writes raw pages into a database, as commits that every connection sees. */
export interface PageWriter {
  readonly pageBytes: number;
  /**
   * Begins a commit.
   * @returns false = another program has written to the database since the last commit, or this is the first
   * @throws HogletError `database_busy` when another connection writes
   */
  begin(): boolean;
  /** Stores a page. A later call for the same page replaces its bytes. */
  put(page: number, bytes: Buffer): void;
  /** Makes all pages of the commit visible at once. @param pages of the database then */
  commit(pages: number): void;
  /** Leaves the database as it was. Does nothing outside of a commit. */
  abort(): void;
  /** Empties the log into the file. @returns false = a reader holds an older moment */
  fold(): boolean;
  /** Are all commits in the file, whatever readers hold? */
  isInFile(): boolean;
  /** Reads the file, which is the database while `isInFile`. @returns the bytes read */
  read(into: Buffer, at: number): number;
  /** Rows of a statement. */
  rows<Row>(sql: string): Row[];
}

/** Frames that are written at a time: 1 MiB. */
const AT_ONCE = 256;

/** Ms while another process recovers the log after a crash. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens a database to write pages. **For a process of its own**: it never closes the file and the index, which would drop
 * SQLite's locks of this process (sqlite.org/howtocorrupt.html 2.2).
 *
 * SQLite has no call that writes pages, so this appends frames to the log and enters them in its index, as SQLite does,
 * while a connection holds the write lock. Frames without a last one that commits count for nothing: a process that is
 * killed at any point leaves the moment before.
 */
export function openPageWriter(file: string): PageWriter {
  requireLittleEndian();
  const lock = new Database(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  // Makes the index.
  lock.pragma("schema_version");
  lock.pragma("wal_autocheckpoint = 0");
  const main = openSync(file, "r");
  const index = openSync(`${file}-shm`, "r+");
  const log = openSync(`${file}-wal`, "r+");
  const pageBytes = Number(lock.pragma("page_size", { simple: true }));
  const block = Buffer.alloc(AT_ONCE * (FRAME_HEADER_BYTES + pageBytes));
  const begin = lock.prepare("BEGIN IMMEDIATE");
  // Not a rollback, after which SQLite takes the new state for the one that its cache has.
  const end = lock.prepare("COMMIT");
  let left = "";
  let frames: Frames | null = null;

  const state = () => {
    const found = readLogState(index);
    if (found === null) throw new Error("The index of the write-ahead log is torn, though nobody writes it.");
    return found;
  };
  const checkpoint = (mode: "PASSIVE" | "TRUNCATE") => {
    lock.pragma("busy_timeout = 0");
    const [result] = lock.pragma(`wal_checkpoint(${mode})`) as [{ busy: number; log: number; checkpointed: number }];
    lock.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return result;
  };
  const isInFile = () => {
    const { log: all, checkpointed } = checkpoint("PASSIVE");
    return all === checkpointed;
  };
  return {
    pageBytes,
    begin() {
      try {
        begin.run();
      } catch (error) {
        throw toStorageError(error);
      }
      const before = state();
      frames = createFrames({ log, block }, before, pageBytes);
      return nameOf(before) === left;
    },
    put: (page, bytes) => frames?.put(page, bytes),
    commit(pages) {
      const after = frames?.end(pages) ?? null;
      if (after !== null) {
        enterPages(index, after.before, after.numbers);
        writeLogState(index, after.state);
      }
      frames = null;
      end.run();
      left = nameOf(state());
    },
    abort() {
      if (frames === null) return;
      frames = null;
      end.run();
    },
    fold() {
      const before = nameOf(state());
      const isFolded = checkpoint("TRUNCATE").busy === 0;
      if (before === left) left = nameOf(state());
      return isFolded;
    },
    isInFile,
    read: (into, at) => readSync(main, into, 0, into.length, at),
    rows: <Row>(sql: string) => lock.prepare<unknown[], Row>(sql).all(),
  };
}

/** Changes with every commit, and when the log is begun again. */
function nameOf({ frames, salts, sums, change }: LogState): string {
  return `${frames} ${salts.toString("hex")} ${sums} ${change}`;
}

interface Appended {
  /** Frames that were there before. */
  before: number;
  numbers: number[];
  state: LogState;
}

/** Appends frames behind the visible ones. */
function createFrames({ log, block }: { log: number; block: Buffer }, before: LogState, pageBytes: number) {
  const isNew = before.frames === 0;
  const salts = before.salts.every((byte) => byte === 0) ? randomBytes(8) : before.salts;
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  const numbers: number[] = [];
  let sums: Sums = isNew ? writeHeader(log, salts, pageBytes) : before.sums;
  let written = before.frames;
  let filled = 0;
  // The last frame says that it commits.
  let held: { page: number; bytes: Buffer } | null = null;

  const flush = () => {
    writeAll(log, block.subarray(0, filled * frameBytes), HEADER_BYTES + written * frameBytes);
    written += filled;
    filled = 0;
  };
  const add = (page: number, bytes: Buffer, pages: number) => {
    const at = filled * frameBytes;
    block.writeUInt32BE(page, at);
    block.writeUInt32BE(pages, at + 4);
    salts.copy(block, at + 8);
    bytes.copy(block, at + FRAME_HEADER_BYTES);
    sums = addSums(block, at, 8, sums);
    sums = addSums(block, at + FRAME_HEADER_BYTES, pageBytes, sums);
    block.writeUInt32BE(sums[0], at + 16);
    block.writeUInt32BE(sums[1], at + 20);
    numbers.push(page);
    filled += 1;
    if (filled === AT_ONCE) flush();
  };
  return {
    put(page: number, bytes: Buffer) {
      if (held !== null) add(held.page, held.bytes, 0);
      held = { page, bytes };
    },
    /** Null = there are no frames. */
    end(pages: number): Appended | null {
      if (held === null) return null;
      add(held.page, held.bytes, pages);
      flush();
      const change = (before.change + 1) >>> 0;
      const frames = before.frames + numbers.length;
      return { before: before.frames, numbers, state: { ...before, change, pageBytes, frames, pages, sums, salts } };
    },
  };
}

type Frames = ReturnType<typeof createFrames>;

/** @returns the sums with which those of the first frame begin */
function writeHeader(log: number, salts: Buffer, pageBytes: number): Sums {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(MAGIC, 0);
  header.writeUInt32BE(VERSION, 4);
  header.writeUInt32BE(pageBytes, 8);
  salts.copy(header, 16);
  const sums = addSums(header, 0, 24, [0, 0]);
  header.writeUInt32BE(sums[0], 24);
  header.writeUInt32BE(sums[1], 28);
  writeAll(log, header, 0);
  return sums;
}
