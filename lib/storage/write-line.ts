// Imported, because tests of apps replace the global timers with fakes, and writers must continue all the same.
import { clearTimeout, setTimeout } from "node:timers";
import { unavailable } from "../base/errors.ts";
import { toStorageError } from "./failure.ts";
import type { Db } from "./db.ts";
import { FIRST_PAUSE_MS } from "./line.ts";
import type { Line, Turn, Waiting } from "./line.ts";

/** Longest pause between two tries, in ms, which a client hardly notices. A longer pause delays writers. */
const LONGEST_PAUSE_MS = 25;

/**
 * Writers that may wait on one connection. All captures share one place; the rest are edits, which arrive one at a
 * time. A larger number costs memory when a process holds the lock.
 */
const MAX_WAITING = 1000;

/**
 * Runs a transaction when the database is free: at once when no writer waits and no other process writes, else after
 * the writers that came before. SQLite's own wait would block the event loop and every read.
 */
export function takeTurn(db: Db, turn: Turn): void {
  const { line } = db;
  if (line.waiting.length >= MAX_WAITING) return turn.refuse(busy());
  if (line.waiting.length === 0 && attempt(db, line, turn)) return;
  const deadline = setTimeout(() => expire(line, waiting), db.writeWaitMs);
  const waiting: Waiting = { ...turn, deadline };
  line.waiting.push(waiting);
  line.next ??= setTimeout(() => goOn(db, line), line.pauseMs);
}

/**
 * Runs work that writes through another connection of this process, such as a thread's. It takes its turn after the
 * writers that came before; later writers wait as they do for another process. Two such works never run at once.
 * @throws the errors of `run`; HogletError `database_busy` when its turn does not come in time
 */
export function lendTurn<T>(db: Db, run: () => Promise<T>): Promise<T> {
  const { line } = db;
  const turn = line.lending.then(async () => {
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        line.isLent = true;
        resolve();
      };
      takeTurn(db, { run: begin, refuse: reject, isElsewhere: true });
    });
    try {
      return await run();
    } finally {
      line.isLent = false;
    }
  });
  line.lending = turn.catch(() => {});
  return turn;
}

/** Does a writer of this connection wait, or does another connection of this process write? */
export function isWaitingToWrite(db: Db): boolean {
  const { line } = db;
  return line.isLent || line.waiting.length > 0;
}

/** Resolves when every waiting writer has run or was refused. Await it before closing the database. */
export async function writersDone(db: Db): Promise<void> {
  const { line } = db;
  await line.lending;
  if (line.waiting.length > 0) await new Promise<void>((resolve) => line.idle.push(resolve));
}

/** The error for a writer that waited too long. */
export function busy(cause?: unknown): Error {
  return unavailable(
    "database_busy",
    "Another process is writing to the database; nothing was stored. Try again.",
    cause,
  );
}

/** @returns false = another connection writes; the turn still waits */
function attempt(db: Db, line: Line, turn: Turn): boolean {
  if (line.isLent) return false;
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

function goOn(db: Db, line: Line): void {
  line.next = undefined;
  const [first] = line.waiting;
  if (first === undefined) return settle(line);
  if (!attempt(db, line, first)) {
    line.pauseMs = Math.min(line.pauseMs * 2, LONGEST_PAUSE_MS);
    line.next = setTimeout(() => goOn(db, line), line.pauseMs);
    return;
  }
  leave(line, first);
  line.pauseMs = FIRST_PAUSE_MS;
  // Reads run between two transactions.
  if (line.waiting.length > 0) line.next = setTimeout(() => goOn(db, line));
}

function expire(line: Line, waiting: Waiting): void {
  leave(line, waiting);
  waiting.refuse(busy());
}

function leave(line: Line, one: Waiting): void {
  clearTimeout(one.deadline);
  const at = line.waiting.indexOf(one);
  if (at !== -1) line.waiting.splice(at, 1);
  if (line.waiting.length === 0) settle(line);
}

function settle(line: Line): void {
  clearTimeout(line.next);
  line.next = undefined;
  line.pauseMs = FIRST_PAUSE_MS;
  for (const resolve of line.idle.splice(0)) resolve();
}
