import { closeSync, ftruncateSync, openSync, readSync } from "node:fs";
import type { Db } from "../db.ts";
import { filePath } from "../db.ts";
import { tryWrite } from "../write.ts";
import { FRAME_HEADER_BYTES, HEADER_BYTES } from "./log-form.ts";

// A log that another program copies into the file (`checkpoint: "external"`). When all of it is copied, the next commit
// begins it again from the front, with other salts. Format: sqlite.org/fileformat2.html 4.1.

/** The two salts, in the log's header and in each frame's. */
const SALTS = { from: 16, to: 24 };
const FRAME_SALTS = { from: 8, to: 16 };

/** The place of the size of a page in the header. */
const PAGE_BYTES_AT = 8;

/**
 * Names the log since its beginning: when it changes, all earlier content is in the file, though old bytes may still
 * lie behind the new ones. Empty = no log.
 */
export function logMark(db: Db): string {
  return withLog(db, "r", (fd) => readHeader(fd)?.salts.toString("hex") ?? "") ?? "";
}

/**
 * Cuts off old frames behind the log's last, as SQLite does (`journal_size_limit`), under the write lock.
 * @returns false = another connection writes; nothing was done
 */
export function cutLog(db: Db): boolean {
  return tryWrite(db, () => {
    withLog(db, "r+", (fd) => {
      const header = readHeader(fd);
      if (header !== null) ftruncateSync(fd, endOf(fd, header));
    });
  });
}

interface LogHeader {
  salts: Buffer;
  pageBytes: number;
}

function readHeader(fd: number): LogHeader | null {
  const header = Buffer.alloc(HEADER_BYTES);
  if (readSync(fd, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null;
  return { salts: header.subarray(SALTS.from, SALTS.to), pageBytes: header.readUInt32BE(PAGE_BYTES_AT) };
}

/** The position behind the last frame with the log's salts. */
function endOf(fd: number, { salts, pageBytes }: LogHeader): number {
  const frame = Buffer.alloc(FRAME_HEADER_BYTES);
  for (let at = HEADER_BYTES; ; at += FRAME_HEADER_BYTES + pageBytes) {
    const isWhole = readSync(fd, frame, 0, FRAME_HEADER_BYTES, at) === FRAME_HEADER_BYTES;
    if (!isWhole || !frame.subarray(FRAME_SALTS.from, FRAME_SALTS.to).equals(salts)) return at;
  }
}

/** Closing this handle loses no lock, since SQLite locks the database and its `-shm`. */
function withLog<T>(db: Db, flags: "r" | "r+", run: (fd: number) => T): T | undefined {
  let fd: number;
  try {
    fd = openSync(`${filePath(db)}-wal`, flags);
  } catch (error) {
    // SQLite makes it with the first commit.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return run(fd);
  } finally {
    closeSync(fd);
  }
}
