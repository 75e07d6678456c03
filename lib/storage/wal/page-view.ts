import { fstatSync, openSync, readSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { sleep } from "../../base/platform.ts";
import { unavailable } from "../../base/errors.ts";
import { refuseForeign } from "../migrate.ts";

/** The pages in a database's file at one moment. */
export interface PageView {
  readonly pageBytes: number;
  /** Has another connection committed since the held moment? */
  hasChanged(): boolean;
  /**
   * Holds the newest moment: until `release` the file is the database as it is now, while others write to the log.
   * @returns the number of pages; null = another program always reads an older moment, or copies the log
   * @throws HogletError 503 when the file was replaced
   */
  hold(): Promise<number | null>;
  /** Reads bytes of the file that is held. @returns how many it has there */
  read(into: Buffer, at: number): number;
  /** Rows of a statement, at the held moment. */
  rows<Row>(sql: string): Row[];
  release(): void;
}

/** Tries to hold a moment, and ms between them: 15 seconds. */
const TRIES = 150;
const PAUSE_MS = 100;

/**
 * Opens a database to copy its pages beside its writers. **For a process of its own**: it never closes the file, which
 * would drop SQLite's locks of this process (sqlite.org/howtocorrupt.html 2.2).
 *
 * While a connection reads a moment, no younger frames of the log are copied into the file (sqlite.org/wal.html): once
 * all frames up to that moment are in it, the file holds still.
 */
export function openPageView(file: string): PageView {
  const reader = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  refuseForeign(reader);
  const copier = new Database(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  const fd = openSync(file, "r");
  const version = copier.prepare("PRAGMA data_version").pluck();
  const begin = reader.prepare("BEGIN");
  // Takes part in the log by reading.
  const pages = reader.prepare("PRAGMA page_count").pluck();
  const commit = reader.prepare("COMMIT");
  let seen: unknown;

  const log = (mode: "NOOP" | "PASSIVE") => {
    const [{ log: frames, checkpointed }] = copier.pragma(`wal_checkpoint(${mode})`) as [Checkpointed];
    return { frames, copied: checkpointed };
  };
  const tryToHold = (): number | null => {
    // Leaves little for the second time.
    log("PASSIVE");
    const now = version.get();
    const before = log("NOOP");
    begin.run();
    const count = Number(pages.get());
    const after = log("NOOP");
    const isSame = before.frames === after.frames && version.get() === now;
    // Not more than `after.frames`: this reader's moment is the youngest that may be copied.
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

/** Ms while another process recovers the log after a crash. */
const BUSY_TIMEOUT_MS = 5000;

interface Checkpointed {
  log: number;
  checkpointed: number;
}

function isSameFile(file: string, fd: number): boolean {
  const [now, opened] = [statSync(file, { throwIfNoEntry: false }), fstatSync(fd)];
  return now?.dev === opened.dev && now.ino === opened.ino;
}
