import { MessageChannel } from "node:worker_threads";
import type { MessagePort, Worker } from "node:worker_threads";
import { createGroupWords, reportEnded } from "./worker-link.ts";
import type { Membership } from "./worker-link.ts";
import type { Damage } from "../columns/index.ts";
import { closed, unavailable } from "../../base/errors.ts";
import type { HogletError } from "../../base/errors.ts";
import type { Setup, Work } from "./protocol.ts";
import { startWorker, toRunning } from "./thread.ts";
import type { AskOptions, Running, Thread } from "./thread.ts";

export interface GroupOptions {
  /** Threads for the next question; 1 = only the first thread. Called before each question. */
  size(): number;
  /** The first thread's share of the memory for columns; the others share the rest equally. @default 3/4 */
  firstShare?: number;
  /** Called for each damaged stored column. */
  onDamage?: ((damage: Damage) => void) | undefined;
}

/** Several threads that are used as one thread. */
export interface GroupThread extends Thread {
  /** Starts the threads that questions need now, if several, and lets them work ahead. */
  start(): void;
  /**
   * Stores a full block, or with `isMany` one in each thread.
   * @returns false = there was no block to store
   */
  projectAll(isMany: boolean, options?: AskOptions): Promise<boolean>;
  /** Each thread takes the next piece when it is free. @param onDone called with each result */
  doAll(works: readonly Work[], onDone: (result: unknown) => void): Promise<void>;
}

/**
 * Creates the threads of a database. `start`, or the first question for which `size` returns more than 1, starts the
 * rest. When a thread died, the running question is answered without the rest, and the next question starts all again.
 * They end with the first thread.
 */
export function createGroupThread(
  setup: Setup,
  { size, firstShare = 3 / 4, onDamage }: GroupOptions,
  start: (setup: Setup) => Worker = startWorker,
): GroupThread {
  let firstThread: Running | null = null;
  let workers: Helpers | null = null;
  let isClosed = false;

  const openFirst = (): Running => {
    if (firstThread !== null && !firstThread.isGone) return firstThread;
    void workers?.end();
    workers = null;
    firstThread = toRunning(start({ ...setup, budgetBytes: setup.budgetBytes * firstShare }), onDamage);
    return firstThread;
  };
  /** The first thread hears of the rest before it gets later work. */
  const startGroup = (first: Running): void => {
    if (workers?.isGone === true) void workers.end();
    if (workers === null || workers.isGone) {
      const count = size() - 1;
      if (count < 1) return;
      const budgetBytes = (setup.budgetBytes * (1 - firstShare)) / count;
      const helpers = Array.from({ length: count }, () => toRunning(start({ ...setup, budgetBytes }), onDamage));
      workers = join(first, helpers);
    }
  };
  const openGroup = async (first: Running): Promise<void> => {
    startGroup(first);
    await workers?.ready;
  };
  const prepare = async () => {
    await openGroup(openFirst());
    if (!isClosed) await openFirst().ask({ kind: "prepare" }, { holds: false });
  };
  return {
    start() {
      // A question that meets the same failure reports it.
      if (!isClosed && size() > 1) prepare().catch(() => {});
    },
    async ask(work, options = {}) {
      if (isClosed) throw closed();
      const first = openFirst();
      // Only a shared question waits until all have started.
      if (work.kind === "answer") startGroup(first);
      return first.ask(work, options);
    },
    async projectAll(isMany, options = {}) {
      if (isClosed) throw closed();
      if (isMany) await openGroup(openFirst());
      if (isClosed) throw closed();
      const first = openFirst();
      const threads = isMany && workers !== null && !workers.isGone ? [first, ...workers.threads] : [first];
      const stored = await Promise.allSettled(
        threads.map((thread, place) =>
          thread.ask({ kind: "project", share: { place, size: threads.length } }, options),
        ),
      );
      const [own] = stored;
      if (own?.status === "rejected") throw own.reason;
      // The first thread stores the blocks of a dead thread.
      if (stored.some(({ status }) => status === "rejected"))
        return (await first.ask({ kind: "project" }, options)) === true;
      return stored.some((one) => one.status === "fulfilled" && one.value === true);
    },
    async doAll(works, onDone) {
      if (isClosed) throw closed();
      await openGroup(openFirst());
      if (isClosed) throw closed();
      const waiting = [...works];
      const help = (thread: Running) => doWaiting(thread, waiting, onDone);
      const first = openFirst();
      await Promise.all([help(first), ...(workers?.threads ?? []).map(help)]);
      // Work is left when the last running thread died.
      await help(openFirst());
      if (waiting.length > 0) throw unfinished();
    },
    async close() {
      isClosed = true;
      await Promise.all([workers?.end(), firstThread?.end(closed())]);
    },
  };
}

/** Does the waiting works; the other threads do the work of a thread that died. */
async function doWaiting(thread: Running, waiting: Work[], onDone: (result: unknown) => void): Promise<void> {
  for (let work = waiting.shift(); work !== undefined; work = waiting.shift()) {
    try {
      onDone(await thread.ask(work, {}));
    } catch (error) {
      if (!thread.isGone) throw error;
      waiting.unshift(work);
      return;
    }
  }
}

function unfinished(): HogletError {
  const detail = "The engine's threads ended before all columns were made. The finished columns are stored: try again.";
  return unavailable("engine_ended", detail, undefined);
}

/** The threads besides the first thread. */
interface Helpers {
  /** Has one of the threads ended? */
  readonly isGone: boolean;
  threads: readonly Running[];
  /** Resolves when all threads have their ports. Never rejects: an unreachable thread takes no part. */
  ready: Promise<unknown>;
  end(): Promise<void>;
}

function join(first: Running, helpers: Running[]): Helpers {
  const threads = [first, ...helpers];
  const words = createGroupWords(threads.length);
  const ports = toPorts(threads.length);
  let isGone = false;
  for (const helper of helpers) {
    helper.onEnd(() => {
      isGone = true;
      reportEnded(words);
    });
  }
  const joined = threads.map((thread, place) => {
    const membership: Membership = { rank: place, ports: ports[place] ?? [], words };
    return thread.ask({ kind: "join", membership }, {});
  });
  return {
    get isGone() {
      return isGone;
    },
    threads: helpers,
    ready: Promise.allSettled(joined),
    async end() {
      await Promise.all(helpers.map((helper) => helper.end(closed())));
    },
  };
}

/** A message channel between each two threads. */
function toPorts(size: number): (MessagePort | null)[][] {
  const ports = Array.from({ length: size }, () => Array.from({ length: size }, (): MessagePort | null => null));
  for (let one = 0; one < size; one++) {
    for (let other = one + 1; other < size; other++) {
      const { port1, port2 } = new MessageChannel();
      for (const [from, to, port] of [
        [one, other, port1],
        [other, one, port2],
      ] as const) {
        const own = ports[from];
        if (own !== undefined) own[to] = port;
      }
    }
  }
  return ports;
}
