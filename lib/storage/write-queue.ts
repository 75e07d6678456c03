/** A transaction that waits for the write lock. */
export interface Turn {
  /** Runs and ends the transaction, which has begun. Never throws. */
  run(): void;
  refuse(error: unknown): void;
  /** Another connection of this process writes: `run` begins no transaction here. */
  isElsewhere?: boolean;
}

/** A waiting writer, and the timer that refuses it. */
export interface Waiting extends Turn {
  deadline: NodeJS.Timeout;
}

/** The waiting writers of one connection, in the order of arrival. */
export interface WriteQueue {
  waiting: Waiting[];
  /** The timer of the next try; undefined = no writer waits. */
  next: NodeJS.Timeout | undefined;
  pauseMs: number;
  idle: (() => void)[];
  /** Another connection of this process writes. */
  isLent: boolean;
  /** Settles when all work that was lent the connection has ended. */
  lending: Promise<unknown>;
}

/**
 * First pause between two tries, in ms: short, since most transactions are. A longer pause delays writers.
 */
export const FIRST_PAUSE_MS = 1;

/** Creates the write queue of a connection; no writer waits. */
export function createWriteQueue(): WriteQueue {
  return {
    waiting: [],
    next: undefined,
    pauseMs: FIRST_PAUSE_MS,
    idle: [],
    isLent: false,
    lending: Promise.resolve(),
  };
}
