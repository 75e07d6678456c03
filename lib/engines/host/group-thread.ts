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

/** How several threads work on one database. */
export interface GroupOptions {
  /** How many threads are to answer questions now, 1 = no more than the one. Asked before each question. */
  size(): number;
  /** Of the memory for columns, the part that the first thread has: the others have the rest in equal parts. @default 3/4 */
  firstShare?: number;
  /** Hears of stored columns that one of the threads finds damaged. */
  onDamage?: ((damage: Damage) => void) | undefined;
}

/** A thread that is several. */
export interface GroupThread extends Thread {
  /**
   * Stores a full block, or with `isMany` one by each of the threads.
   * @returns false = there was none to store
   */
  projectAll(isMany: boolean, options?: AskOptions): Promise<boolean>;
  /** Does all of this, each by the thread that is free first. @param onDone hears the results as they come */
  doAll(works: readonly Work[], onDone: (result: unknown) => void): Promise<void>;
}

/**
 * Makes a thread that calls others to answer questions with it, once there are to be more than one. To whoever asks it is one
 * thread: the others start with the question that wants them, are started again by the next one when one of them died (the
 * question at hand is answered without them), and end with it.
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
  const openGroup = async (first: Running): Promise<void> => {
    if (workers?.isGone === true) void workers.end();
    if (workers === null || workers.isGone) {
      const count = size() - 1;
      if (count < 1) return;
      const budgetBytes = (setup.budgetBytes * (1 - firstShare)) / count;
      const helpers = Array.from({ length: count }, () => toRunning(start({ ...setup, budgetBytes }), onDamage));
      workers = join(first, helpers);
    }
    await workers.ready;
  };
  return {
    async ask(work, options = {}) {
      if (isClosed) throw closed();
      if (work.kind === "answer") await openGroup(openFirst());
      if (isClosed) throw closed();
      // It may have died meanwhile.
      return openFirst().ask(work, options);
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
      // One that died leaves its blocks to the first one.
      if (stored.some(({ status }) => status === "rejected"))
        return (await first.ask({ kind: "project" }, options)) === true;
      return stored.some((one) => one.status === "fulfilled" && one.value === true);
    },
    async doAll(works, onDone) {
      if (isClosed) throw closed();
      await openGroup(openFirst());
      if (isClosed) throw closed();
      const waiting = [...works];
      const help = async (thread: Running) => {
        for (let work = waiting.shift(); work !== undefined; work = waiting.shift()) {
          try {
            onDone(await thread.ask(work, {}));
          } catch (error) {
            if (!thread.isGone) throw error;
            // One that died leaves its work to the others.
            waiting.unshift(work);
            return;
          }
        }
      };
      const first = openFirst();
      await Promise.all([help(first), ...(workers?.threads ?? []).map(help)]);
      // All that is left when a thread died over its last work.
      await help(openFirst());
      if (waiting.length > 0) throw unfinished();
    },
    async close() {
      isClosed = true;
      await Promise.all([workers?.end(), firstThread?.end(closed())]);
    },
  };
}

function unfinished(): HogletError {
  const detail = "The engine's threads ended before all columns were made. What is made is stored: try again.";
  return unavailable("engine_ended", detail, undefined);
}

/** The threads beside the first one. */
interface Helpers {
  /** Did one of them end? */
  readonly isGone: boolean;
  threads: readonly Running[];
  /** When all know one another; never rejects: whoever cannot be reached is done without. */
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

/** A line from each thread to each other. */
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
