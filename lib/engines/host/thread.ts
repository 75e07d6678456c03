import { unlessAborted } from "../../base/unless-aborted.ts";
import { Worker } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import type { Damage } from "../columns/index.ts";
import { closed, unavailable } from "../../base/errors.ts";
import type { HogletError } from "../../base/errors.ts";
import { sideFile } from "../../base/side-file.ts";
import { fromSent } from "../../storage/index.ts";
import type { FromThread, Setup, ToThread, Work } from "./protocol.ts";
import { createStopFlag } from "./stop-flag.ts";

/** How to ask. */
export interface AskOptions {
  /** Ends the work when it aborts. */
  signal?: AbortSignal | undefined;
  /** Whether the process stays alive for the answer. @default true */
  holds?: boolean;
}

/** A thread that works on a database, with its own connection. */
export interface Thread {
  /** @throws what the work throws; cancelled; unavailable (`engine_ended`) when the thread died at it */
  ask(work: Work, options?: AskOptions): Promise<unknown>;
  /** Ends the thread and its connection; what it was asked is refused. */
  close(): Promise<void>;
}

/**
 * Makes the thread of a database. It starts with the first question, stays for the next ones, and is started again by the next
 * question after it died; while it is idle it does not keep the process alive.
 */
export function createThread(setup: Setup, start: (setup: Setup) => Worker = startWorker): Thread {
  let running: Running | null = null;
  let isClosed = false;
  return {
    async ask(work, options = {}) {
      if (isClosed) throw closed();
      if (running === null || running.isGone) running = toRunning(start(setup));
      return running.ask(work, options);
    },
    async close() {
      isClosed = true;
      await running?.end(closed());
    },
  };
}

/**
 * New objects of a thread, at most, before the collector of garbage looks at them: what lasts here are lists of numbers, which lie
 * elsewhere. Node's own 48 MB would be taken whether needed or not (measured: 20 MB a thread less, as fast).
 */
const YOUNG_MB = 12;

/** Starts a thread of the engine. */
export function startWorker(setup: Setup): Worker {
  return new Worker(sideFile("engineThread"), {
    workerData: setup,
    // Flags of this process (a debugger's port, a script to evaluate) are not for the thread.
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
}

interface Waiting {
  holds: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A thread that was started. */
export interface Running {
  readonly isGone: boolean;
  ask(work: Work, options: AskOptions): Promise<unknown>;
  /** Calls `listener` when it has ended, for whatever reason. */
  onEnd(listener: () => void): void;
  end(why: HogletError): Promise<void>;
}

/** A started thread and what it was asked. @param onDamage hears of stored columns that it finds damaged */
export function toRunning(worker: Worker, onDamage?: (damage: Damage) => void): Running {
  const waiting = new Map<number, Waiting>();
  const listeners: (() => void)[] = [];
  let lastId = 0;
  let isGone = false;
  let cause: unknown;
  let refusal: HogletError | undefined;

  // Its end is waited for, too: an answer on the way to who asked must not let the process go meanwhile.
  const hold = () => {
    if (refusal !== undefined || [...waiting.values()].some(({ holds }) => holds)) worker.ref();
    else worker.unref();
  };
  hold();
  worker.on("message", (reply: FromThread) => {
    if (reply.kind === "damaged") return void onDamage?.(reply.damage);
    const one = waiting.get(reply.id);
    if (reply.kind === "done") one?.resolve(reply.value);
    else one?.reject(fromSent(reply.error));
  });
  worker.on("error", (error) => (cause = error));
  worker.on("exit", (code) => {
    isGone = true;
    for (const { reject } of waiting.values()) reject(refusal ?? ended(cause ?? `exit code ${code}`));
    for (const listener of listeners) listener();
  });

  const post = (work: Work, holds: boolean, stop: ToThread["stop"]) => {
    const id = ++lastId;
    const answer = new Promise<unknown>((resolve, reject) => {
      waiting.set(id, { holds, resolve, reject });
      hold();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows of a browser
      worker.postMessage({ id, work, stop } satisfies ToThread, portsOf(work));
    });
    return answer.finally(() => {
      waiting.delete(id);
      hold();
    });
  };
  return {
    get isGone() {
      return isGone;
    },
    onEnd: (listener) => void listeners.push(listener),
    async ask(work, { signal, holds = true }) {
      if (signal === undefined) return post(work, holds, null);
      const { shared, raise } = createStopFlag();
      // Answered at once: the thread may need a while to see the flag.
      return unlessAborted(signal, post(work, holds, shared)).catch((error: unknown) => {
        if (signal.aborted) raise();
        throw error;
      });
    },
    async end(why) {
      refusal = why;
      await worker.terminate();
    },
  };
}

/** Ports go from one thread to another, instead of being copied. */
function portsOf(work: Work): MessagePort[] {
  return work.kind === "join" ? work.membership.ports.filter((port) => port !== null) : [];
}

function ended(cause: unknown): HogletError {
  const detail = "The engine's thread ended before it could answer. Ask again: the next question starts a new one.";
  return unavailable("engine_ended", detail, cause);
}
