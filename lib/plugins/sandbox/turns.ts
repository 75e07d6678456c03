import { performance, setImmediate, setTimeout } from "../../base/platform.ts";

/** A source of work for this thread, one piece after the other. */
export interface Source {
  /** Does one piece. @returns can another piece run now? */
  step(): boolean;
}

/** Lets lines take turns, so that the event loop is free in between. */
export interface Turns {
  /** The source has work; it runs now if time is left. */
  add(source: Source): void;
}

/**
 * Work in one turn of the event loop, in ms, except for a single longer piece. A larger slice makes all other work wait
 * for longer.
 */
const SLICE_MS = 4;
/** Longest rest after a slice, in ms. */
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
 * Creates the turns. Each source does one piece a turn. After a slice all sources rest for as long as it took, so that
 * plugins together get at most half of this thread, whatever their number and requests.
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
  /** Counts the slice in this turn of the event loop. */
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
