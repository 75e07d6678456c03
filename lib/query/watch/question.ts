import type { Line } from "./line.ts";

/** An answer as JSON, so that each reader gets its own, or the error of an asking. */
export type Outcome = { text: string; error?: never } | { text?: never; error: unknown };

/** The outcome of one asking of several. Those that say the same have an equal `sameAs`. */
export type NextOutcome = Outcome & { sameAs: string };

/** A question that is asked again after commits, for all who watch it. */
export interface WatchedQuestion {
  /** The newest outcome, and the number of outcomes that differed from those before them; undefined = the first asking runs. */
  readonly state: Readonly<{ newest: NextOutcome | undefined; version: number }>;
  isOver(): boolean;
  /** Resolves when `newest` counts every commit before the call, or the watching is over. */
  settle(): Promise<void>;
  /** Resolves when something may have changed: a commit, half a second, a new outcome, or the end. */
  change(): Promise<void>;
  /** Resolves all promises of `change`, so that a reader can leave. */
  wake(): void;
  /** Ends the watching; running work stops. */
  close(): void;
}

/** The watched questions of a handle, each with the number of those who watch it. */
export interface Watches {
  questions: Map<string, { question: WatchedQuestion; watchers: number }>;
  /** The number of questions so far. */
  opened: number;
  /** The questions whose engine keeps nothing from one asking to the next. */
  line: Line;
  isClosed: boolean;
}
