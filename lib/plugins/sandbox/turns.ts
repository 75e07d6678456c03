import { performance, setImmediate, setTimeout } from "../../base/platform.ts";

/** Gives work piece by piece. */
export interface Source {
  /** Does one piece. @returns can another piece run now? */
  step(): boolean;
}

/** Lets sources take turns, so that the event loop is free in between. */
export interface Turns {
  /** Its work runs now if time is left. */
  add(source: Source): void;
}

/** Ms of work in one turn of the event loop, except for a longer piece. */
const SLICE_MS = 4;
/** Ms of rest after a slice. */
const MAX_REST_MS = 100;

interface Hands {
  nowMs(): number;
  /** Calls back in the next turn of the event loop. */
  next(run: () => void): void;
  later(run: () => void, ms: number): void;
}

const REAL: Hands = {
  nowMs: () => performance.now(),
  next: (run) => void setImmediate(run),
  later: (run, ms) => void setTimeout(run, ms),
};

/**
 * Each source does one piece a turn. After a slice all rest as long as it took, so that plugins together get at most
 * half of this thread.
 */
export function createTurns({ nowMs, next, later }: Hands = REAL): Turns {
  const sources = new Set<Source>();
  let usedMs = 0;
  let isCounting = false;
  let isResting = false;
  let isRunning = false;

  const run = () => {
    if (isRunning) return;
    isRunning = true;
    for (let [source] = sources; source !== undefined && usedMs < SLICE_MS; [source] = sources) {
      sources.delete(source);
      const beganMs = nowMs();
      if (source.step()) sources.add(source);
      usedMs += nowMs() - beganMs;
    }
    isRunning = false;
    if (usedMs >= SLICE_MS) rest();
  };
  const rest = () => {
    isResting = true;
    later(
      () => {
        isResting = false;
        usedMs = 0;
        count();
        run();
      },
      Math.min(usedMs, MAX_REST_MS),
    );
  };
  /** Counts this turn's slice. */
  const count = () => {
    if (isCounting) return;
    isCounting = true;
    next(() => {
      isCounting = false;
      if (!isResting) usedMs = 0;
    });
  };
  return {
    add(source) {
      sources.add(source);
      count();
      if (!isResting) run();
    },
  };
}
