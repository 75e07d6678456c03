import { closeSync, fsyncSync, openSync } from "node:fs";
import { open } from "node:fs/promises";
import { clearTimeout, setTimeout } from "../base/platform.ts";

/** Brings the write-ahead log to the disk soon after each commit, on a thread of Node's pool, so that a power cut takes little. */
export interface LogSync {
  /** A commit was written to the log. */
  committed(): void;
  /** Syncs what waits for it, in this thread: SQLite does not when other connections stay open. */
  end(): void;
}

/**
 * Time in ms from a commit to the sync of the log. A power cut takes what was acknowledged in this time, and while the
 * disk syncs. A shorter time keeps the disk busier under constant capture.
 */
const SYNC_AFTER_MS = 500;

/**
 * Opens the sync of a database's log. A log that cannot be synced is left to SQLite, whose checkpoints sync it and report the
 * fault. @param file of the database; undefined = in memory, which has no log
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
      // A sync that has begun may miss this commit.
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

/** SQLite locks the database and its `-shm`, so that closing another handle of the log loses no lock of this process. */
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
