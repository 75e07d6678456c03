import { statSync } from "node:fs";
import type { Stats } from "node:fs";
import { basename, resolve } from "node:path";
import type Database from "better-sqlite3";
import { unavailable } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";

/** Checks, outside of transactions, that the open file is still the whole file at its path. @throws HogletError 503 */
export type RequireFile = (isNow?: boolean) => void;

/**
 * Ms for which a check stays valid. Events acknowledged in this time after the file was removed are lost with it; a
 * check costs 20 µs.
 */
const LOOK_EVERY_MS = 1000;

/** Bytes of the log's header, and of each frame's (sqlite.org/fileformat2.html 4.1). */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

interface Watched {
  file: string | undefined;
  nowMs: () => number;
  /** Called once when the file is lost, until it is right again. */
  onLost?: ((problem: HogletError) => void) | undefined;
}

/**
 * Watches the file of an open database. SQLite goes on writing to a removed or replaced file, and reads from memory
 * what was cut from the log.
 */
export function watchFile(sqlite: Database.Database, { file, nowMs, onLost }: Watched): RequireFile {
  // Windows lets no process remove or replace an open database, and its inodes cannot be compared.
  if (file === undefined || sqlite.memory || process.platform === "win32") return () => {};
  // SQLite follows links and removes blanks at the end.
  const [main] = sqlite.pragma("database_list") as { file: string }[];
  const path = main?.file || resolve(file);
  const opened = statOf(path);
  const pageBytes = Number(sqlite.pragma("page_size", { simple: true }));
  // This checkpoint mode only reports: (busy, frames in the log, frames that are in the file too).
  const readLog = sqlite.prepare("PRAGMA wal_checkpoint(NOOP)").raw();
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let problem: HogletError | null = null;

  // SQLite makes these files when needed; they stay while a connection is open.
  const beside = [`${path}-wal`, `${path}-shm`].map((name) => ({ name, opened: statOf(name) }));
  const look = (): HogletError | null => {
    const now = statOf(path);
    if (now === undefined) return lost("The database file was removed while it was open; nothing was stored.");
    if (!isSame(opened, now))
      return lost("The database file was replaced by another while it was open; nothing was stored.");
    for (const one of beside) {
      const found = statOf(one.name);
      one.opened ??= found;
      if (one.opened !== undefined && (found === undefined || !isSame(one.opened, found))) return robbed(one.name);
    }
    const [, frames, copied] = readLog.get() as [busy: number, frames: number, copied: number];
    if (frames <= copied) return null;
    const needed = LOG_HEADER_BYTES + frames * (pageBytes + FRAME_HEADER_BYTES);
    const size = statOf(`${path}-wal`)?.size ?? 0;
    return size >= needed ? null : cut();
  };

  return (isNow = false) => {
    const ms = nowMs();
    // The clock was set back.
    if (isNow || ms < lookedAtMs || ms - lookedAtMs >= LOOK_EVERY_MS) {
      lookedAtMs = ms;
      const before = problem;
      problem = look();
      if (problem !== null && problem.detail !== before?.detail) onLost?.(problem);
    }
    if (problem !== null) throw problem;
  };
}

/** Undefined = there is no such file: also a link in a circle, or a folder that this user may no longer look into. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isSame(one: Stats | undefined, other: Stats): boolean {
  return one !== undefined && one.dev === other.dev && one.ino === other.ino;
}

function lost(what: string): HogletError {
  return unavailable("storage_lost", `${what} Put the file back, or restart the server.`, undefined);
}

/** Another process would make the file again and not see this one's locks. */
function robbed(name: string): HogletError {
  const detail = `The file ${basename(name)} beside the database was removed or replaced while it was open; nothing was stored. Restart the server.`;
  return unavailable("storage_lost", detail, undefined);
}

function cut(): HogletError {
  const detail =
    "The write-ahead log beside the database was cut short while it was open; nothing was stored. Restart the server and check what is there.";
  return unavailable("storage_corrupt", detail, undefined);
}
