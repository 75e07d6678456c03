import { cancelled } from "./errors.ts";
import { nextTurn, performance } from "./platform.ts";

/** Work between turns of the event loop, in ms. More makes other requests wait; less slows the work. */
const TURN_MS = 10;

/** Turns of long work on the main thread. */
export interface Turns {
  /** Has the work taken long enough since the last turn? */
  isOver(): boolean;
  /** Lets other work run. @throws cancelled when nobody wants the work any more */
  next(): Promise<void>;
}

/**
 * Divides work by time.
 * @param signal aborts when nobody wants the work any more
 * @example for (const each of all) { work(each); if (turns.isOver()) await turns.next(); }
 */
export function createTurns(signal?: AbortSignal): Turns {
  let startMs = performance.now();
  return {
    isOver: () => performance.now() - startMs >= TURN_MS,
    async next() {
      await nextTurn();
      if (signal?.aborted) throw cancelled(signal.reason);
      startMs = performance.now();
    },
  };
}

/** Runs steps to their end, with turns in between. */
export async function inTurns<Result>(steps: Generator<unknown, Result>, turns: Turns): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (turns.isOver()) await turns.next();
  }
}
