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

export interface AskOptions {
  /** Ends the work when it aborts. */
  signal?: AbortSignal | undefined;
  /** Keeps the process alive until the answer. @default true */
  holds?: boolean;
}

/** A thread with its own connection to a database. */
export interface Thread {
  /** @throws the errors of the work; cancelled; unavailable (`engine_ended`) when the thread died during the work */
  ask(work: Work, options?: AskOptions): Promise<unknown>;
  /** Ends the thread and its connection; open requests are refused. */
  close(): Promise<void>;
}

/**
 * The first question starts the thread, which stays; after its death the next question starts it again. An idle thread
 * does not keep the process alive.
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
 * MB for new objects before V8 collects garbage. Typed arrays lie outside. Node takes its default of 48 MB whether
 * needed or not: 12 saves 20 MB a thread at equal speed.
 */
const YOUNG_MB = 12;

export function startWorker(setup: Setup): Worker {
  return new Worker(sideFile("engineThread"), {
    workerData: setup,
    // Flags of this process, such as a debugger's port or a script to evaluate, must not be inherited.
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
}

interface Waiting {
  holds: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export interface Running {
  readonly isGone: boolean;
  ask(work: Work, options: AskOptions): Promise<unknown>;
  /** Calls `listener` at any end of the thread. */
  onEnd(listener: () => void): void;
  end(why: HogletError): Promise<void>;
}

/** Wraps a started thread and its open requests. @param onDamage called for each stored column that it finds damaged */
export function toRunning(worker: Worker, onDamage?: (damage: Damage) => void): Running {
  const waiting = new Map<number, Waiting>();
  const listeners: (() => void)[] = [];
  let lastId = 0;
  let isGone = false;
  let cause: unknown;
  let refusal: HogletError | undefined;

  // Keeps the process alive also while the thread ends: an answer may still be on its way.
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
      // The caller does not wait until the thread sees the flag.
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

/** Ports move to the thread; they cannot be copied. */
function portsOf(work: Work): MessagePort[] {
  return work.kind === "join" ? work.membership.ports.filter((port) => port !== null) : [];
}

function ended(cause: unknown): HogletError {
  const detail = "The engine's thread ended before it could answer. Ask again: the next question starts a new one.";
  return unavailable("engine_ended", detail, cause);
}
