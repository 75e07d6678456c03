import { clearTimeout, setTimeout } from "../base/platform.ts";
import { cancelled, closed, corrupt, internal, invalid, unavailable } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import { startSideProcess } from "../base/side-process.ts";
import { filePath } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import type { Cell, Found, FromChild, Question, SqlRequest, ToChild } from "./protocol.ts";

/** Longest start of the process, in ms, whatever the limit of the question. */
const START_LIMIT_MS = 30_000;

/** Runs statements, one at a time. The first question starts the process; it is started again after it was killed. */
export interface QueryProcess {
  /**
   * @param signal ends the question when it aborts, and the process if it has begun
   * @param onBegun called when the process, which may have to start first, has the question
   * @throws invalid when the statement is at fault or over a limit; unavailable when the database is; cancelled
   */
  ask(request: SqlRequest, signal: AbortSignal | undefined, onBegun: () => void): Promise<Found>;
  /** Ends the process; its question is refused with `reason`. The next question starts it again. */
  stop(reason: HogletError): Promise<void>;
  /** Leaves the idle process to the program's next database that asks, once it has closed its own. */
  leave(): Promise<void>;
}

/** Idle, it does not keep this process alive. */
export function createQueryProcess({ db }: { db: Db }): QueryProcess {
  const source = createSource(db);
  let child: Child | null = null;
  let stoppedFor: HogletError | null = null;

  const answer = async (
    request: SqlRequest,
    signal: AbortSignal | undefined,
    onBegun: () => void,
    isAgain = false,
  ): Promise<Found> => {
    if (child === null || child.isEnding) {
      source.forget();
      child = takeSpare() ?? (await startChild());
    }
    const asked = child;
    // Both may have happened during the start.
    if (stoppedFor !== null) void asked.kill(stoppedFor);
    const stop = () => void asked.kill(cancelled(signal?.reason));
    signal?.addEventListener("abort", stop);
    if (signal?.aborted === true) stop();
    try {
      return await asked.ask({ kind: "ask", source: source.next(), request }, onBegun);
    } catch (error) {
      // The process may have closed the last database without opening this one.
      if ((error as HogletError).status >= 500) source.forget();
      // Another program killed the idle process, which is noticed only now: the question is not at fault.
      if (!asked.isUnbegun || isAgain) throw error;
      return await answer(request, signal, onBegun, true);
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  };
  return {
    ask(request, signal, onBegun) {
      stoppedFor = null;
      return answer(request, signal, onBegun);
    },
    async stop(reason) {
      stoppedFor = reason;
      // The next question needs another process, even while this one is dying.
      const dying = child;
      child = null;
      await dying?.kill(reason);
    },
    async leave() {
      const left = child;
      child = null;
      if (left !== null && !left.isEnding) await keepSpare(left);
    },
  };
}

/** Time in ms after which a process that no database uses ends. */
const SPARE_MS = 5000;

/** A process that a closed database left. It costs 300 ms to start one, and tests open a database each. */
let spare: { child: Child; timer: NodeJS.Timeout } | null = null;

async function keepSpare(child: Child): Promise<void> {
  const isFree = spare === null && (await child.forget());
  if (!isFree || spare !== null) return await child.kill(closed());
  spare = { child, timer: setTimeout(() => void endSpare(), SPARE_MS).unref() };
}

/** Ends the process that a closed database left, if there is one. */
export async function endSpare(): Promise<void> {
  await takeSpare()?.kill(closed());
}

function takeSpare(): Child | null {
  if (spare === null) return null;
  const { child, timer } = spare;
  spare = null;
  clearTimeout(timer);
  return child.isEnding ? null : child;
}

/** The database for the process: a file once, memory whenever it has changed. */
function createSource(db: Db) {
  const file = filePath(db);
  const changes = db.sqlite.prepare("SELECT total_changes()").pluck();
  let sent: unknown = null;
  return {
    next(): string | Buffer | null {
      const state = file ?? changes.get();
      if (state === sent) return null;
      // The process opens the file that is at the path now.
      db.requireFile(true);
      sent = state;
      return file ?? db.sqlite.serialize();
    },
    forget() {
      sent = null;
    },
  };
}

interface Child {
  /** Ended, or about to end? Its last answer may still be read after it was killed; it takes no further question. */
  readonly isEnding: boolean;
  /** Did it end, without `kill`, before it received its last question? */
  readonly isUnbegun: boolean;
  ask(message: Question, onBegun: () => void): Promise<Found>;
  /** Closes its database. @returns false if it has ended */
  forget(): Promise<boolean>;
  /** Resolves when it has ended; its question is refused with `reason`. */
  kill(reason: HogletError): Promise<void>;
}

async function startChild(): Promise<Child> {
  const child = createChild();
  const ready = () => child.next(START_LIMIT_MS, () => internal(new Error("The query process was not ready in time.")));
  await ready();
  return {
    get isEnding() {
      return child.isEnding;
    },
    get isUnbegun() {
      return child.isUnbegun;
    },
    kill: child.kill,
    async ask(message, onBegun) {
      const { timeoutMs, memoryBytes } = message.request;
      const reply = child.next(timeoutMs, () => tooSlow(timeoutMs), tooBig(memoryBytes));
      child.send(message, onBegun);
      return toFound(await reply, child.takeRows());
    },
    async forget() {
      const forgotten = ready();
      child.send({ kind: "forget" }, () => {});
      return await forgotten.then(
        () => true,
        () => false,
      );
    },
  };
}

/** Starts the process, whose messages are read in turn. */
function createChild() {
  let hasBegun = false;
  const rows: Cell[][] = [];
  let begin: (() => void) | null = null;
  let killedFor: HogletError | null = null;
  let waiting: { resolve(message: FromChild): void; fail(): void } | null = null;
  const child = startSideProcess<FromChild>("queryProcess", {
    message(message) {
      if (message.kind === "rows") return void rows.push(...message.rows);
      if (message.kind !== "begun") return waiting?.resolve(message);
      hasBegun = true;
      begin?.();
    },
    gone: () => waiting?.fail(),
  });
  const kill = async (reason: HogletError) => {
    killedFor ??= reason;
    await child.kill();
  };
  return {
    get isEnding() {
      return child.isGone || killedFor !== null;
    },
    get isUnbegun() {
      return child.isGone && !hasBegun && killedFor === null;
    },
    kill,
    send(message: ToChild, onBegun: () => void) {
      hasBegun = false;
      begin = onBegun;
      // If the process is gone, the answer has failed already.
      child.send(message);
    },
    /** The rows that came since the last call. */
    takeRows: () => rows.splice(0),
    /** The next message, within the limit. `died` = the error for a process that ends by itself without a report. */
    next(limitMs: number, late: () => HogletError, died?: HogletError): Promise<FromChild> {
      child.hold(true);
      return new Promise<FromChild>((resolve, reject) => {
        const timer = setTimeout(() => void kill(late()), limitMs);
        const settle = () => {
          clearTimeout(timer);
          waiting = null;
          child.hold(false);
        };
        waiting = {
          resolve(message) {
            settle();
            resolve(message);
          },
          fail() {
            settle();
            const isMemory = /^$|^SIGKILL$|out of memory/.test(child.words);
            reject(
              killedFor ??
                (isMemory ? died : undefined) ??
                internal(new Error(`The query process ended: ${child.words}`)),
            );
          },
        };
        if (child.isGone) waiting.fail();
      });
    },
  };
}

function toFound(reply: FromChild, rows: Cell[][]): Found {
  if (reply.kind === "found") return { ...reply.found, rows };
  if (reply.kind === "refused") throw invalid("query", reply.detail, reply.code);
  if (reply.kind === "failed") throw unavailable(reply.code, reply.detail, null);
  if (reply.kind === "damaged") throw corrupt(reply.detail);
  throw internal(new Error(`The query process answered "${reply.kind}".`));
}

function tooSlow(timeoutMs: number): HogletError {
  return invalid("query", `The query took longer than ${timeoutMs / 1000} s and was stopped.`, "query_timeout");
}

function tooBig(memoryBytes: number): HogletError {
  const mebibytes = Math.round(memoryBytes / 1024 / 1024);
  return invalid("query", `The query needed more than ${mebibytes} MB of memory and was stopped.`, "query_memory");
}
