import { sleep } from "../base/platform.ts";
import { isBusyError, misconfigured } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import { toStorageError } from "../storage/index.ts";

/**
 * Pause between two tries, in ms. A try opens and closes the file, in about 1 ms. A longer pause delays the start; a
 * shorter pause uses more of the processor.
 */
const PAUSE_MS = 25;

/** Longest wait, in ms, for another process that writes: the same as every writer's. */
const WAIT_MS = 4500;

/**
 * Opens a database as soon as no other process holds it. Opening needs the lock only to create a file, to migrate an
 * older file and to add what an option asks for.
 * @param open leaves nothing behind when it throws
 * @throws misconfigured naming the file when it stays busy; the errors of `open`
 */
export async function openWhenFree<T>(file: string | undefined, open: () => T, waitMs = WAIT_MS): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
    try {
      return open();
    } catch (thrown) {
      const error = toOpeningError(file, thrown);
      if (!isBusyError(error)) throw error;
      if (waitedMs >= waitMs) throw stillBusy(file, waitMs, error);
      await sleep(PAUSE_MS);
    }
  }
}

/** Statements that run after the file was opened throw SQLite's own errors; others stay as they are. */
function toOpeningError(file: string | undefined, error: unknown): unknown {
  const stored = toStorageError(error);
  if (stored.code === "error") return error;
  if (stored === error || stored.code === "database_busy") return stored;
  return misconfigured("file", `Cannot open the database ${file ?? "in memory"}: ${(error as Error).message}.`, error);
}

function stillBusy(file: string | undefined, waitMs: number, cause: unknown): HogletError {
  const seconds = Math.ceil(waitMs / 1000);
  const detail = `${file ?? "The database"} is busy: another process has been writing to it for ${seconds} s. Try again when that is done.`;
  return misconfigured("file", detail, cause);
}
