import { isBusyError } from "../base/errors.ts";
import { toKnown, toStorageError } from "./failure.ts";
import type { Db } from "./db.ts";
import { isWaitingToWrite, takeTurn } from "./take-turn.ts";

/** Anything but a promise: work inside a transaction is synchronous; awaited work comes before or after. */
type Settled<T> = T extends PromiseLike<unknown> ? never : T;

/**
 * Runs `fn` in the only kind of transaction: `begin immediate`, all or nothing; before this function returns, if the
 * database is free. When another process writes, a timer tries again in the order of the calls (`take-turn.ts`). Caches
 * learn of other processes' commits before `fn`, and of the rollback when `fn` throws.
 *
 * Transactions do not nest: code for inside is a function of its own, without `write`.
 * @throws the errors of `fn`; HogletError 503 when SQLite cannot write: `database_busy` after 4.5 s of waiting, or
 *   full, read-only
 */
export function write<T>(db: Db, fn: () => Settled<T>): Promise<T> {
  return enqueue(db, () => {
    const result = finish(db, fn);
    db.noteCommit();
    return result;
  });
}

/** For rows that no question reads, such as marks of followers: computed answers stay true. */
export function writeAside<T>(db: Db, fn: () => Settled<T>): Promise<T> {
  return enqueue(db, () => finish(db, fn));
}

function enqueue<T>(db: Db, run: () => T): Promise<T> {
  if (db.sqlite.inTransaction) throw new Error("A transaction is open already: call the function inside it directly.");
  return new Promise<T>((resolve, reject) => {
    takeTurn(db, {
      run() {
        try {
          resolve(run());
        } catch (error) {
          reject(error);
        }
      },
      refuse: reject,
    });
  });
}

/**
 * Runs `fn` in a transaction if it need not wait, for work that can be done later.
 * @returns false = another process writes, or a writer of this one waits; nothing was done
 * @throws as `write`
 */
export function tryWrite(db: Db, fn: () => void): boolean {
  if (isWaitingToWrite(db)) return false;
  try {
    writeNow(db, fn);
    return true;
  } catch (error) {
    if (isBusyError(error)) return false;
    throw error;
  }
}

/**
 * Runs `fn` in a transaction without waiting, for the steps of opening a database, which `openWhenFree` repeats.
 * @throws HogletError `database_busy` when another process writes
 */
export function writeNow<T>(db: Db, fn: () => Settled<T>): T {
  requireWrites(db);
  try {
    db.requireFile();
    db.sql("BEGIN IMMEDIATE").run();
  } catch (error) {
    throw toStorageError(error);
  }
  const result = finish(db, fn);
  db.noteCommit();
  return result;
}

/** @throws HogletError while writes are refused */
export function requireWrites(db: Pick<Db, "refusal">): void {
  const refusal = db.refusal();
  if (refusal !== null) throw refusal;
}

/** Runs `fn` in the open transaction, and ends it. */
function finish<T>(db: Db, fn: () => Settled<T>): T {
  const { sqlite } = db;
  try {
    db.refresh();
    // Another process has begun to refuse.
    requireWrites(db);
    const result = fn();
    // A lease may have run out meanwhile.
    requireWrites(db);
    db.sql("COMMIT").run();
    return result as T;
  } catch (error) {
    if (sqlite.inTransaction) db.sql("ROLLBACK").run();
    db.invalidate();
    throw toKnown(error);
  }
}
