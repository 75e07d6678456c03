/** A transaction that waits for the write lock. */
export interface Turn {
  /** Runs and ends the begun transaction. Never throws. */
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
  /** Undefined = no writer waits. */
  next: NodeJS.Timeout | undefined;
  pauseMs: number;
  idle: (() => void)[];
  /** Another connection of this process writes. */
  isLent: boolean;
  /** Settles when all lent work has ended. */
  lending: Promise<unknown>;
}

/** Ms before the second try: most transactions are short. */
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
