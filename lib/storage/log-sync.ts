import { closeSync, fsyncSync, openSync } from "node:fs";
import { open } from "node:fs/promises";
import { clearTimeout, setTimeout } from "../base/platform.ts";

/** Syncs the write-ahead log soon after each commit, on a thread of Node's pool, so that a power cut takes little. */
export interface LogSync {
  /** A commit was written to the log. */
  committed(): void;
  /** Syncs the rest in this thread: SQLite does not while other connections stay open. */
  end(): void;
}

/**
 * Ms from a commit to the sync: a power cut takes what was acknowledged in this time, and while the disk syncs. A
 * shorter time keeps the disk busier.
 */
const SYNC_AFTER_MS = 500;

/**
 * A log that cannot be synced is left to SQLite, whose checkpoints sync it and report the fault. @param file undefined
 * = in memory, without a log
 */
export function openLogSync(file: string | undefined, sync: (path: string) => Promise<void> = syncFile): LogSync {
  let timer: NodeJS.Timeout | undefined;
  let isSyncing = false;
  let isBehind = false;
  let hasEnded = false;
  const wait = () => (timer ??= setTimeout(() => void run(), SYNC_AFTER_MS).unref());

  const run = async () => {
    isSyncing = true;
    await sync(`${file}-wal`).catch(() => {});
    isSyncing = false;
    timer = undefined;
    if (isBehind && !hasEnded) wait();
    isBehind = false;
  };
  return {
    committed() {
      if (file === undefined || hasEnded) return;
      // A running sync may miss this commit.
      if (isSyncing) isBehind = true;
      else wait();
    },
    end() {
      hasEnded = true;
      clearTimeout(timer);
      if (timer !== undefined) syncNow(`${file}-wal`);
    },
  };
}

/** Closing this handle loses no lock, since SQLite locks the database and its `-shm`. */
async function syncFile(path: string): Promise<void> {
  const handle = await open(path, "r+");
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

function syncNow(path: string): void {
  try {
    flushPath(path, "r+");
  } catch {
    // As in `openLogSync`.
  }
}

/** Waits until a file, or a folder's list of files (`r`), is on the disk. @throws an error of the system */
export function flushPath(path: string, flags: "r" | "r+"): void {
  const fd = openSync(path, flags);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
