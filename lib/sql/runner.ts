import { clearTimeout, setTimeout } from "../base/platform.ts";
import { cancelled, closed, internal } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import type { Db } from "../storage/index.ts";
import type { Found, SqlRequest } from "./protocol.ts";
import { createQueryProcess } from "./query-process.ts";
import type { QueryProcess } from "./query-process.ts";
import type { StatementSessions } from "./session-values.ts";
import { createTurns } from "./turns.ts";
import type { Turn } from "./turns.ts";

/** Runs statements in processes of their own. */
export interface QueryRunner {
  /**
   * @throws invalid when the statement is at fault or over a limit; unavailable when the database is; cancelled; throttled
   *   when too many questions wait
   */
  ask(request: SqlRequest, options?: AskOptions): Promise<Found>;
  /** Ends the processes, or leaves one to the next database; running questions are refused. */
  close(): Promise<void>;
}

export interface AskOptions {
  /** Ends the question, and its process if it has begun. */
  signal?: AbortSignal | undefined;
  /** The key that asks. @default a program that holds the handle, which may let any number wait */
  keyId?: string | undefined;
  /** Reads the question's sessions when its turn comes, so that waiting needs no memory. @default none */
  sessions?: (() => Promise<StatementSessions | null>) | undefined;
}

/**
 * Time in ms that a question may keep the second process while new questions wait. Then it starts again, from its
 * beginning, in the first process. Most questions take less. A longer slice makes the others wait longer; a shorter
 * slice repeats more work.
 */
const SLICE_MS = 1000;
/** Idle time in ms after which the second process ends: it takes about 60 MB. */
const IDLE_MS = 10_000;

interface Asked extends Turn {
  request: SqlRequest;
  signal: AbortSignal | undefined;
  sessions: AskOptions["sessions"];
  resolve(found: Found): void;
  reject(error: unknown): void;
}

/**
 * Two processes; the second starts when a question comes while the first is busy. The first runs every question to its
 * end. The second is for questions that may be short, so that a short question waits for one slice, even beside many
 * endless ones.
 */
export function createQueryRunner({ db }: { db: Db }): QueryRunner {
  const turns = createTurns<Asked>();
  const slots = [createSlot(db, true), createSlot(db, false)] as const;
  const [, second] = slots;
  let closing: Promise<void> | undefined;

  const pump = () => {
    for (const slot of slots) {
      if (slot.asked !== null) continue;
      const turn = turns.take(slot.isForLong);
      if (turn !== undefined) void run(slot, turn);
    }
    if (second.asked !== null && second.isOverdue && turns.hasNew()) void second.process.stop(GAVE_WAY);
  };
  const run = async (slot: Slot, turn: Asked) => {
    occupy(slot, turn);
    try {
      const sessions = (await turn.sessions?.()) ?? null;
      const request = { ...turn.request, sessions };
      turn.resolve(await slot.process.ask(request, turn.signal, () => startSlice(slot, pump)));
    } catch (error) {
      if (error === GAVE_WAY && closing === undefined) turns.putBack(Object.assign(turn, { isLong: true }));
      else turn.reject(error === GAVE_WAY ? closed() : error);
    }
    release(slot);
    turns.finish(turn);
    pump();
  };
  const closeAll = async () => {
    for (const turn of turns.all()) if (turns.remove(turn)) turn.reject(closed());
    await Promise.all(slots.map(({ asked, process }) => (asked === null ? process.leave() : process.stop(closed()))));
    await Promise.all(slots.map((slot) => slot.done));
  };
  return {
    async ask(request, { signal, keyId, sessions } = {}) {
      if (closing !== undefined) throw closed();
      if (signal?.aborted === true) throw cancelled(signal.reason);
      const caller = { projectId: request.projectId, keyId: keyId ?? null };
      const { promise, resolve, reject } = Promise.withResolvers<Found>();
      const turn: Asked = {
        request,
        signal,
        caller,
        sizeChars: sizeOf(request),
        isLong: false,
        sessions,
        resolve,
        reject,
      };
      turns.add(turn, Math.ceil(request.timeoutMs / 1000));
      // A caller who leaves frees the place.
      const leave = () => {
        if (turns.remove(turn)) reject(cancelled(signal?.reason));
      };
      signal?.addEventListener("abort", leave);
      pump();
      return promise.finally(() => signal?.removeEventListener("abort", leave));
    },
    close: () => (closing ??= closeAll()),
  };
}

interface Slot {
  readonly process: QueryProcess;
  /** Does it run long questions too? */
  readonly isForLong: boolean;
  asked: Asked | null;
  /** Has its question used up its slice? */
  isOverdue: boolean;
  timer: NodeJS.Timeout | undefined;
  /** Resolves when it is idle. */
  done: Promise<void>;
  free(): void;
}

function createSlot(db: Db, isForLong: boolean): Slot {
  const process = createQueryProcess({ db });
  const done = Promise.resolve();
  return { process, isForLong, asked: null, isOverdue: false, timer: undefined, done, free: () => {} };
}

function occupy(slot: Slot, turn: Asked): void {
  clearTimeout(slot.timer);
  slot.asked = turn;
  slot.isOverdue = false;
  slot.done = new Promise((resolve) => (slot.free = resolve));
}

/** Starts the slice of a question without the start of the process. @param onEnd called at the end of the slice */
function startSlice(slot: Slot, onEnd: () => void): void {
  if (slot.isForLong) return;
  clearTimeout(slot.timer);
  slot.timer = setTimeout(() => {
    slot.isOverdue = true;
    onEnd();
  }, SLICE_MS);
}

function release(slot: Slot): void {
  clearTimeout(slot.timer);
  slot.asked = null;
  slot.free();
  if (slot.isForLong) return;
  slot.timer = setTimeout(() => void slot.process.stop(closed()), IDLE_MS).unref();
}

/** The reason for stopping a process whose question continues elsewhere; never visible outside. */
const GAVE_WAY: HogletError = internal(new Error("The question gave way to others."));

function sizeOf({ text, placeholders }: SqlRequest): number {
  return text.length + JSON.stringify(placeholders).length;
}
