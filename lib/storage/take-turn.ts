// Tests of apps replace the global timers with fakes; writers must continue.
import { clearTimeout, setTimeout } from "../base/platform.ts";
import { unavailable } from "../base/errors.ts";
import { toStorageError } from "./failure.ts";
import type { Db } from "./db.ts";
import { FIRST_PAUSE_MS } from "./write-queue.ts";
import type { WriteQueue, Turn, Waiting } from "./write-queue.ts";

/** Ms between two tries, hardly noticed by clients. */
const LONGEST_PAUSE_MS = 25;

/**
 * Writers that may wait on a connection: all captures share one place, and edits arrive one at a time. A larger number
 * costs memory when a process holds the lock.
 */
const MAX_WAITING = 1000;

/**
 * Runs a transaction at once when no writer waits and no other process writes, else after earlier writers. SQLite's own
 * wait would block the event loop and every read.
 */
export function takeTurn(db: Db, turn: Turn): void {
  const { writeQueue } = db;
  if (writeQueue.waiting.length >= MAX_WAITING) return turn.refuse(busy());
  if (writeQueue.waiting.length === 0 && attempt(db, writeQueue, turn)) return;
  const deadline = setTimeout(() => expire(writeQueue, waiting), db.writeWaitMs);
  const waiting: Waiting = { ...turn, deadline };
  writeQueue.waiting.push(waiting);
  writeQueue.next ??= setTimeout(() => goOn(db, writeQueue), writeQueue.pauseMs);
}

/**
 * Runs work that writes through another connection of this process, such as a thread's, after earlier writers; later
 * ones wait as for another process. Two such works never run at once.
 * @throws the errors of `run`; HogletError `database_busy` when its turn does not come in time
 */
export function lendTurn<T>(db: Db, run: () => Promise<T>): Promise<T> {
  const { writeQueue } = db;
  const turn = writeQueue.lending.then(async () => {
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        writeQueue.isLent = true;
        resolve();
      };
      takeTurn(db, { run: begin, refuse: reject, isElsewhere: true });
    });
    try {
      return await run();
    } finally {
      writeQueue.isLent = false;
    }
  });
  writeQueue.lending = turn.catch(() => {});
  return turn;
}

/** Does a writer wait, or another connection write, or is every write refused? */
export function isWaitingToWrite(db: Db): boolean {
  const { writeQueue } = db;
  return db.refusal() !== null || writeQueue.isLent || writeQueue.waiting.length > 0;
}

/** Resolves when every waiting writer has run or was refused. Await it before closing the database. */
export async function writersDone(db: Db): Promise<void> {
  const { writeQueue } = db;
  await writeQueue.lending;
  if (writeQueue.waiting.length > 0) await new Promise<void>((resolve) => writeQueue.idle.push(resolve));
}

/** The error for a writer that waited too long. */
export function busy(cause?: unknown): Error {
  return unavailable(
    "database_busy",
    "Another process is writing to the database; nothing was stored. Try again.",
    cause,
  );
}

/** @returns false = another connection writes; the turn waits */
function attempt(db: Db, writeQueue: WriteQueue, turn: Turn): boolean {
  if (writeQueue.isLent) return false;
  const refusal = db.refusal();
  if (refusal !== null) {
    turn.refuse(refusal);
    return true;
  }
  try {
    db.requireFile();
    if (turn.isElsewhere !== true) db.sql("BEGIN IMMEDIATE").run();
  } catch (error) {
    const known = toStorageError(error);
    if (known.code === "database_busy") return false;
    turn.refuse(known);
    return true;
  }
  turn.run();
  return true;
}

function goOn(db: Db, writeQueue: WriteQueue): void {
  writeQueue.next = undefined;
  const [first] = writeQueue.waiting;
  if (first === undefined) return settle(writeQueue);
  if (!attempt(db, writeQueue, first)) {
    writeQueue.pauseMs = Math.min(writeQueue.pauseMs * 2, LONGEST_PAUSE_MS);
    writeQueue.next = setTimeout(() => goOn(db, writeQueue), writeQueue.pauseMs);
    return;
  }
  leave(writeQueue, first);
  writeQueue.pauseMs = FIRST_PAUSE_MS;
  // Reads run between two transactions.
  if (writeQueue.waiting.length > 0) writeQueue.next = setTimeout(() => goOn(db, writeQueue));
}

function expire(writeQueue: WriteQueue, waiting: Waiting): void {
  leave(writeQueue, waiting);
  waiting.refuse(busy());
}

function leave(writeQueue: WriteQueue, one: Waiting): void {
  clearTimeout(one.deadline);
  const at = writeQueue.waiting.indexOf(one);
  if (at !== -1) writeQueue.waiting.splice(at, 1);
  if (writeQueue.waiting.length === 0) settle(writeQueue);
}

function settle(writeQueue: WriteQueue): void {
  clearTimeout(writeQueue.next);
  writeQueue.next = undefined;
  writeQueue.pauseMs = FIRST_PAUSE_MS;
  for (const resolve of writeQueue.idle.splice(0)) resolve();
}
