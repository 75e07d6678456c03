import type { Logger } from "../base/log.ts";
import type { Feed } from "./feed.ts";
import type { AnswerOf, Plan } from "./plan.ts";

/** Options of a question to an engine. */
export interface AskOptions {
  /** Stops the work when it aborts; the plan is refused as `cancelled`. */
  signal?: AbortSignal | undefined;
  /**
   * The name of a question that is asked again and again: an engine may keep what it counted under this name, until the name has another
   * plan. The answer is the same.
   */
  keepAs?: string | undefined;
}

/**
 * The port of engines. An engine answers plans over the events of one database. It knows nothing of dates, wire shapes, labels
 * or actions.
 *
 * **Every acknowledged write is seen.** A write is acknowledged when its promise resolved or its HTTP reply was sent, which is after
 * its commit. An answer counts all commits of any process before the call of `ask`. It may count later commits too, but it
 * describes the database at one moment. An engine with its own copy of the data first reads the feed up to `Feed.newest()` of
 * that call. When it cannot do so in time, it refuses the question with an error; it never answers from an older moment.
 *
 * Calls are asynchronous, because an engine may work in another thread or on another machine.
 */
export interface Engine {
  /** @throws cancelled when the signal aborts */
  ask<P extends Plan>(plan: P, options?: AskOptions): Promise<AnswerOf<P>>;
  /** Does a plan that is asked again as `keepAs` cost new events alone? Absent = none does. */
  keeps?(plan: Plan): boolean;
  /** How far the engine's own copy of the data is. Absent = it has no copy: it answers from the database itself. */
  status?(): Promise<EngineStatus>;
  /**
   * Makes the engine's own copy of the data again, from the whole database; questions wait for it meanwhile, up to their limit.
   * @param onProgress called after each part that was stored
   */
  rebuild?(onProgress?: (progress: CopyProgress) => void): Promise<void>;
  /**
   * Removes the bytes of deleted rows from the engine's own copy; leaving them out of answers is not enough. It first reads the feed
   * up to its end, so that every acknowledged deletion counts. Called after each run of deletions, and again every minute
   * until it succeeds. Absent = the engine has no copy, or cannot do so: then receipts say that the copy was not erased.
   * @throws HogletError 503 when the copy cannot be reached now, or another process follows
   */
  erase?(options?: AskOptions): Promise<ErasedCopy>;
  /** Ends the engine before the database is closed; running questions may be refused. Absent = the engine needs no end. */
  close?(): Promise<void>;
}

/** How far a copy is that is being made. */
export interface CopyProgress {
  /** Entries of the feed that were stored. */
  entries: number;
  /** The part of the database that was stored, 0 to 100; 100 = everything. */
  percent: number;
}

/** A copy from whose files all rows that were deleted before the call of `erase` are gone. */
export interface ErasedCopy {
  /** The name under which the engine follows the feed. */
  follower: string;
  /** Rows that were taken out of the files, by table; rows that had left them before do not count. */
  rows: Record<string, number>;
  /** Events of each project in the copy, up to an event. Projects without events are missing. */
  events: { untilSeq: number; counts: ReadonlyMap<number, number> };
}

/** How far an engine's copy of the data is. */
export interface EngineStatus {
  /** The name of the engine, such as `clickhouse`. */
  name: string;
  /**
   * `current`: it has every acknowledged write. `behind`: it is reading the feed. `starting`: it is reading the rows that were there
   * when it began. `down`: the last attempt failed, `trouble` says why; it tries again by itself.
   */
  state: "current" | "behind" | "starting" | "down";
  /** Events and changes of the feed that it has not stored; of changes, those that a later change replaced count too. */
  behind: { events: number; changes: number };
  /** The part of the database that it has, a whole number of percent; 100 only if it has every acknowledged write. */
  percent: number;
  /** Entries that it has stored since it was opened. */
  stored: number;
  /** When it last had every acknowledged write, epoch ms; null = not yet since it was opened. */
  currentMs: number | null;
  /** A sentence about the trouble and the way out of it; null = no trouble. */
  trouble: string | null;
  /**
   * Properties of events that have a column of their own, because questions name them often. Absent = the engine does not choose columns
   * by use.
   */
  propertyColumns?: readonly string[];
}

/** The resources that hoglet gives to an engine. */
export interface EngineSource {
  /** Events and changes, for an engine with its own copy of the data. */
  feed: Feed;
  log: Logger;
}

/**
 * Opens an engine: the option `engine` of `createHoglet`. Called once, while the handle opens. It returns at once: the engine
 * connects and begins to follow the feed later.
 */
export type OpenEngine = (source: EngineSource) => Engine;
