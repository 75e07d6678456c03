import { chmodSync, existsSync } from "node:fs";
import Database from "better-sqlite3";
import { following, HogletError, misconfigured } from "../base/errors.ts";
import { toClock } from "../base/clock.ts";
import { createFile, refuseEmpty } from "./create-file.ts";
import type { Checkpoint, Db, Extend } from "./db.ts";
import { createWriteQueue } from "./write-queue.ts";
import { addRowSums } from "./row-sums.ts";
import { addLowerCase } from "./lower-case.ts";
import { toStorageError } from "./failure.ts";
import { filePath } from "./db.ts";
import { openLogSync } from "./log-sync.ts";
import type { LogSync } from "./log-sync.ts";
import { watchFile } from "./file-watch.ts";
import { migrate, refuseForeign, requireFormat, requireWhole } from "./migrate.ts";

/**
 * SQLite's own wait for a lock, in ms. Zero, because that wait blocks the event loop and every read. `write` waits with
 * a timer.
 */
const BUSY_TIMEOUT_MS = 0;

/**
 * Longest wait of a writer in ms: its answer comes within the 5 s that clients and the README count on. A longer wait
 * keeps more requests in memory.
 */
const WRITE_WAIT_MS = 4500;

/** KiB of page cache of a connection: the hot index pages of a few million events. */
const CACHE_KIB = 32 * 1024;

/**
 * Bytes to which SQLite truncates a log that it restarts; otherwise a long read's log would keep its size. A smaller
 * limit truncates and extends the file all the time.
 */
const LOG_LIMIT_BYTES = 16 * 1024 * 1024;

/**
 * `full` syncs every commit; `normal` may lose the last second's commits on power loss, never on a crash of the
 * process.
 */
export type Durability = "normal" | "full";

export interface OpenOptions {
  /** Created when absent; undefined = a database in memory that dies with the handle. */
  file: string | undefined;
  /** Create a new database in an existing file of 0 bytes. @default false: refused */
  useEmptyFile?: boolean;
  /** A whole database, by `serialize`, to start with; only in memory. */
  contents?: Uint8Array | undefined;
  durability: Durability;
  /** @default "automatic" */
  checkpoint?: Checkpoint | undefined;
  /** The file follows another hoglet's: only read it. @default false */
  isFollowing?: boolean | undefined;
  /** Overwrite all that is deleted. @default true */
  secureDelete?: boolean;
  /** Longest wait for other processes, in ms. @default 4500 */
  writeWaitMs?: number;
  /** Epoch ms, for checks of the file. @default the system's clock */
  nowMs?: () => number;
  /** Called once when the open file was removed, replaced or truncated. */
  onLost?: (problem: HogletError) => void;
}

/**
 * Opens or creates the database and brings its tables up to date.
 * @param extend adds what statements call
 * @throws HogletError `misconfigured`, with a sentence saying why, when the file cannot be used
 */
export function openSqlite({ file, contents, durability, ...rest }: OpenOptions, extend: Extend): Db {
  const { secureDelete = true, writeWaitMs = WRITE_WAIT_MS, useEmptyFile = false, checkpoint = "automatic" } = rest;
  const { isFollowing = false } = rest;
  const sqlite = contents === undefined ? connect(file, { useEmptyFile, isFollowing }) : restore(contents);
  // Nobody else can have written to it.
  const isNewInMemory = contents === undefined && sqlite.memory;
  try {
    // First, since even a pragma would change another program's file.
    if (!isNewInMemory) untouched(sqlite, () => refuseForeign(sqlite));
    setPragmas(sqlite, durability, secureDelete);
    if (checkpoint === "external") sqlite.pragma("wal_autocheckpoint = 0");
    addRowSums(sqlite);
    if (isFollowing) requireFormat(sqlite);
    else migrate(sqlite);
    if (!isNewInMemory) requireWhole(sqlite);
    addLowerCase(sqlite);
    extend(sqlite);
  } catch (error) {
    sqlite.close();
    throw error instanceof HogletError ? error : unusable(file, error);
  }
  const { nowMs = toClock(undefined).now, onLost } = rest;
  const logSync = durability === "full" ? null : openLogSync(filePath({ sqlite }));
  return toDb(sqlite, {
    writeWaitMs,
    checkpoint,
    isFollowing,
    refusal: isFollowing ? following : () => null,
    requireFile: watchFile(sqlite, { file, nowMs, onLost }),
    logSync,
  });
}

function connect(
  given: string | undefined,
  { useEmptyFile, isFollowing }: { useEmptyFile: boolean; isFollowing: boolean },
): Database.Database {
  // As better-sqlite3 reads a name.
  const file = given?.trim() ?? ":memory:";
  if (file === ":memory:" || file === "") return new Database(":memory:", { timeout: BUSY_TIMEOUT_MS });
  const isNew = !existsSync(file);
  if (isNew) createFile(file, PRIVATE_MODE);
  else refuseEmpty(file, useEmptyFile);
  try {
    const sqlite = new Database(file, { timeout: BUSY_TIMEOUT_MS, readonly: isFollowing });
    // SQLite created the file itself, for example behind a link.
    if (isNew) chmodSync(file, PRIVATE_MODE);
    return sqlite;
  } catch (error) {
    throw unusable(file, error);
  }
}

/**
 * Runs a check; if it refuses the database, the file stays as it was. The last connection that closes folds the write-ahead log into the
 * file; a connection that only reads cannot do so.
 */
function untouched(sqlite: Database.Database, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof HogletError) || filePath({ sqlite }) === undefined) throw error;
    closeBesideLog(sqlite);
    throw error;
  }
}

/** Closes a connection without folding the log. */
function closeBesideLog(sqlite: Database.Database): void {
  const last = new Database(sqlite.name, { readonly: true });
  // Takes part in the log by reading.
  last.pragma("schema_version");
  sqlite.close();
  last.close();
}

/** New files hold personal data: only their owner may read them. Existing files keep their mode. */
const PRIVATE_MODE = 0o600;

// Name the journal mode for writing and reading: 1 = rollback journal, 2 = write-ahead log (sqlite.org/fileformat2.html
// 1.3.3).
const JOURNAL_BYTES = [18, 19];

/** A database in memory that starts as a copy of `contents`. */
function restore(contents: Uint8Array): Database.Database {
  const bytes = Buffer.from(contents);
  // Memory has no write-ahead log: SQLite would refuse these bytes.
  for (const at of JOURNAL_BYTES) if (bytes[at] === 2) bytes[at] = 1;
  try {
    return new Database(bytes, { timeout: BUSY_TIMEOUT_MS });
  } catch (error) {
    throw unusable(undefined, error);
  }
}

function setPragmas(sqlite: Database.Database, durability: Durability, secureDelete: boolean): void {
  // Readers never wait for the writer, and a commit is one append.
  sqlite.pragma("journal_mode = WAL");
  // NORMAL syncs at checkpoints only: about 20 times more commits a second, and a killed process loses nothing.
  sqlite.pragma(`synchronous = ${durability.toUpperCase()}`);
  sqlite.pragma("foreign_keys = ON");
  // FAST leaves freed pages as they were: an email in ten could be read after its deletion.
  sqlite.pragma(`secure_delete = ${secureDelete ? "ON" : "OFF"}`);
  sqlite.pragma(`cache_size = -${CACHE_KIB}`);
  sqlite.pragma(`journal_size_limit = ${LOG_LIMIT_BYTES}`);
  sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
}

interface Given extends Pick<Db, "writeWaitMs" | "checkpoint" | "isFollowing" | "refusal" | "requireFile"> {
  /** Null = every commit is synced. */
  logSync: LogSync | null;
}

function toDb(sqlite: Database.Database, { logSync, ...given }: Given): Db {
  const statements = new Map<string, Database.Statement>();
  const listeners: (() => void)[] = [];
  const dataVersion = sqlite.prepare("PRAGMA data_version").pluck();
  let seenVersion = dataVersion.get();
  const totalChanges = sqlite.prepare("SELECT total_changes()").pluck();
  let committedChanges = totalChanges.get();

  const invalidate = () => {
    for (const listener of listeners) listener();
  };
  return {
    sqlite,
    writeQueue: createWriteQueue(),
    ...given,
    sql<Row>(text: string) {
      let statement = statements.get(text);
      if (statement === undefined) {
        statement = sqlite.prepare(text);
        statements.set(text, statement);
      }
      return statement as Database.Statement<unknown[], Row>;
    },
    onStale: (listener) => void listeners.push(listener),
    refresh() {
      const version = dataVersion.get();
      if (version === seenVersion) return;
      seenVersion = version;
      invalidate();
    },
    stamp: () => `${String(committedChanges)}:${String(dataVersion.get())}`,
    noteCommit() {
      committedChanges = totalChanges.get();
      logSync?.committed();
    },
    invalidate,
    close() {
      logSync?.end();
      if (!sqlite.open) return;
      if (given.checkpoint === "external" && !sqlite.memory) closeBesideLog(sqlite);
      else sqlite.close();
    },
  };
}

/** SQLite's messages do not say what to do. */
const REASONS: Record<string, string> = {
  storage_full: "the disk is full. Free some space.",
  storage_read_only:
    "it is read-only. See that this user may write to the file, to its folder, and to the files beside it that end in -wal and -shm.",
};

function unusable(file: string | undefined, error: unknown): HogletError {
  const stored = toStorageError(error);
  // The caller tries again.
  if (stored.code === "database_busy") return stored;
  const name = file ?? "in memory";
  if (stored.code === "not_a_database") return misconfigured("file", `${name} is not a SQLite database.`, error);
  const known = REASONS[stored.code];
  if (known !== undefined) return misconfigured("file", `Cannot open the database ${name}: ${known}`, error);
  const reason = error instanceof Error ? error.message : String(error);
  return misconfigured("file", `Cannot open the database ${name}: ${reason}.`, error);
}
