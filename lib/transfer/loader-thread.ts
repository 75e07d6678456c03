import { Worker } from "node:worker_threads";
import { closed, unavailable } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import { sideFile } from "../base/side-file.ts";
import { fromSent, lendTurn } from "../storage/index.ts";
import type { Checkpoint, Db, Durability, SentError } from "../storage/index.ts";
import type { Loader, LoaderSettings } from "./loader.ts";

/** The data with which the thread starts. */
export interface LoaderSetup extends LoaderSettings {
  /** Path of the database. */
  file: string;
  durability: Durability;
  secureDelete: boolean;
  checkpoint: Checkpoint;
  writeWaitMs: number;
  /** The answer to `asks`: 0 = not yet, 1 = it may write, 2 = it may not. */
  answer: SharedArrayBuffer;
}

/** A call of one of the loader's methods; the reply comes before the next call. */
export interface ToLoader {
  method: keyof Loader;
  args: readonly unknown[];
}

/** The thread's reply, or its question whether it may write, for whose answer it waits: this thread knows of the handle's lease. */
export type FromLoader = { kind: "done"; value: unknown } | { kind: "failed"; error: SentError } | { kind: "asks" };

/**
 * Starts a loader in a thread of its own, with a connection of its own, so that the event loop stays free. While it
 * moves rows, the writers of this connection wait.
 */
export function startLoader(db: Db, file: string, options: LoaderSettings): Loader {
  const setup: LoaderSetup = {
    ...options,
    file,
    // With the settings of this connection: 2 = FULL, 0 = not overwritten (sqlite.org/pragma.html).
    durability: db.sqlite.pragma("synchronous", { simple: true }) === 2 ? "full" : "normal",
    secureDelete: db.sqlite.pragma("secure_delete", { simple: true }) !== 0,
    checkpoint: db.checkpoint,
    writeWaitMs: db.writeWaitMs,
    answer: new SharedArrayBuffer(4),
  };
  const worker = new Worker(sideFile("importThread"), { workerData: setup, execArgv: [] });
  const { ask, end } = toAsked(worker, () => {
    const refusal = db.refusal();
    const answer = new Int32Array(setup.answer);
    Atomics.store(answer, 0, refusal === null ? 1 : 2);
    Atomics.notify(answer, 0);
    return refusal;
  });
  const call = <M extends keyof Loader>(method: M, ...args: Parameters<Loader[M]>) => {
    if (!db.sqlite.open) throw closed();
    return ask({ method, args }) as ReturnType<Loader[M]>;
  };
  return {
    put: async (lines) => call("put", lines),
    move: (given) => lendTurn(db, async () => call("move", given)),
    moveMembers: () => lendTurn(db, async () => call("moveMembers")),
    pending: async (afterLine) => call("pending", afterLine),
    // A thread that has ended has no staged rows left.
    close: () => ask({ method: "close", args: [] }).then(end, end) as Promise<void>,
  };
}

/**
 * Wraps a thread that answers one call after the other. It keeps the process alive only during a call.
 * @param answerThread answers whether it may write; the refusal is the error of its call
 */
function toAsked(worker: Worker, answerThread: () => HogletError | null) {
  let waiting: { resolve(value: unknown): void; reject(error: unknown): void } | undefined;
  let gone: unknown;
  let refusal: HogletError | null = null;
  const settle = () => {
    const settled = waiting;
    waiting = undefined;
    worker.unref();
    return settled;
  };
  worker.unref();
  worker.on("message", (reply: FromLoader) => {
    if (reply.kind === "asks") refusal = answerThread();
    else if (reply.kind === "done") settle()?.resolve(reply.value);
    else settle()?.reject(refusal ?? fromSent(reply.error));
  });
  worker.on("error", (error) => (gone = error));
  worker.on("exit", (code) => {
    gone ??= `exit code ${code}`;
    settle()?.reject(ended(gone));
  });
  return {
    ask: (call: ToLoader) =>
      new Promise<unknown>((resolve, reject) => {
        if (gone !== undefined) return reject(ended(gone));
        waiting = { resolve, reject };
        worker.ref();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows of a browser
        worker.postMessage(call);
      }),
    end: async () => void (await worker.terminate()),
  };
}

function ended(cause: unknown) {
  return unavailable(
    "import_ended",
    "The import's thread ended; nothing of its last step was stored. Try again.",
    cause,
  );
}
