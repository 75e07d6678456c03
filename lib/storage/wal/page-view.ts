import { fstatSync, openSync, readSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { sleep } from "../../base/platform.ts";
import { unavailable } from "../../base/errors.ts";
import { refuseForeign } from "../migrate.ts";

/** A database's pages, as they are in the file, at one moment. */
export interface PageView {
  readonly pageBytes: number;
  /** Has another connection committed since the last moment was held? */
  hasChanged(): boolean;
  /**
   * Holds the newest moment: until `release` the file's bytes are the database as it is now, while others write to the log.
   * @returns the number of pages; null = another program reads an older moment all the time, or copies the log
   * @throws HogletError 503 when the file was replaced
   */
  hold(): Promise<number | null>;
  /** Reads bytes of the file that is held. @returns how many it has there */
  read(into: Buffer, at: number): number;
  /** The rows of a statement, at the moment that is held. */
  rows<Row>(sql: string): Row[];
  release(): void;
}

/** Tries to hold a moment, and the pause between them in ms: 15 seconds in total. */
const TRIES = 150;
const PAUSE_MS = 100;

/**
 * Opens a database to copy its pages beside programs that write to it. **For a process of its own**: it never closes the file, since that
 * would drop the locks that SQLite has on it for this process (sqlite.org/howtocorrupt.html 2.2).
 *
 * While a connection reads a moment, nobody copies younger frames of the log into the file than that moment's (sqlite.org/wal.html). So
 * the file holds still from when all frames up to that moment are in it.
 */
export function openPageView(file: string): PageView {
  const reader = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  refuseForeign(reader);
  const copier = new Database(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  const fd = openSync(file, "r");
  const version = copier.prepare("PRAGMA data_version").pluck();
  const begin = reader.prepare("BEGIN");
  // A transaction takes part in the log once it has read.
  const pages = reader.prepare("PRAGMA page_count").pluck();
  const commit = reader.prepare("COMMIT");
  let seen: unknown;

  const log = (mode: "NOOP" | "PASSIVE") => {
    const [{ log: frames, checkpointed }] = copier.pragma(`wal_checkpoint(${mode})`) as [Checkpointed];
    return { frames, copied: checkpointed };
  };
  const tryToHold = (): number | null => {
    // Most of the log, so that little is left for the second time.
    log("PASSIVE");
    const now = version.get();
    const before = log("NOOP");
    begin.run();
    const count = Number(pages.get());
    const after = log("NOOP");
    const isSame = before.frames === after.frames && version.get() === now;
    // Not more than `after.frames`, since this reader's moment is the youngest that may be copied.
    const isCopied = isSame && (after.copied === after.frames || log("PASSIVE").copied === after.frames);
    if (isCopied) {
      seen = now;
      return count;
    }
    commit.run();
    return null;
  };
  return {
    pageBytes: Number(reader.pragma("page_size", { simple: true })),
    hasChanged: () => version.get() !== seen,
    async hold() {
      if (!isSameFile(file, fd))
        throw unavailable("storage_lost", "The database file was removed or replaced.", undefined);
      for (let tried = 0; tried < TRIES; tried++) {
        const count = tryToHold();
        if (count !== null) return count;
        await sleep(PAUSE_MS);
      }
      return null;
    },
    read: (into, at) => readSync(fd, into, 0, into.length, at),
    rows: <Row>(sql: string) => reader.prepare<unknown[], Row>(sql).all(),
    release: () => void (reader.inTransaction && commit.run()),
  };
}

/** Wait in ms while another process recovers the log after a crash. */
const BUSY_TIMEOUT_MS = 5000;

interface Checkpointed {
  log: number;
  checkpointed: number;
}

function isSameFile(file: string, fd: number): boolean {
  const [now, opened] = [statSync(file, { throwIfNoEntry: false }), fstatSync(fd)];
  return now?.dev === opened.dev && now.ino === opened.ino;
}
