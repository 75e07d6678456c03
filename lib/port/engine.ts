import type { Logger } from "../base/log.ts";
import type { Feed } from "./feed.ts";
import type { AnswerOf, Plan } from "./plan.ts";

/** Options of a question to an engine. */
export interface AskOptions {
  /** Stops the work when it aborts; the plan is refused as `cancelled`. */
  signal?: AbortSignal | undefined;
  /**
   * Names a question that is asked again and again: an engine may keep its counts under this name, until the name has
   * another plan. The answer is the same.
   */
  keepAs?: string | undefined;
}

/**
 * The port of engines. An engine answers plans over the events of one database. It knows nothing of dates, wire shapes,
 * labels or actions.
 *
 * **Every acknowledged write is seen.** A write is acknowledged when its promise resolved or its HTTP reply was sent,
 * after its commit. An answer counts all commits of any process before the call of `ask`, and maybe later ones, but
 * describes the database at one moment. An engine with its own copy first reads the feed up to `Feed.newest()` of that
 * call; when it cannot do so in time, it refuses the question, and never answers from an older moment.
 *
 * Calls are asynchronous, because an engine may work in another thread or on another machine.
 */
export interface Engine {
  /** @throws cancelled when the signal aborts */
  ask<P extends Plan>(plan: P, options?: AskOptions): Promise<AnswerOf<P>>;
  /** Does a plan that is asked again as `keepAs` cost new events alone? Absent = none does. */
  keeps?(plan: Plan): boolean;
  /** How far the engine's copy is. Absent = it has no copy. */
  status?(): Promise<EngineStatus>;
  /**
   * Makes the copy again from the whole database; questions wait meanwhile, up to their limit.
   * @param onProgress called after each stored part
   */
  rebuild?(onProgress?: (progress: CopyProgress) => void): Promise<void>;
  /**
   * Removes the bytes of deleted rows from the copy; leaving them out of answers is not enough. Reads the feed to its
   * end first, so that every acknowledged deletion counts. Called after each run of deletions, and every minute until
   * it succeeds. Absent = there is no copy, or this is impossible: receipts then say that the copy was not erased.
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

/** All rows deleted before the call of `erase` are gone from the copy's files. */
export interface ErasedCopy {
  /** The engine's name as a follower. */
  follower: string;
  /** Rows taken out of the files, by table; rows that had left them before do not count. */
  rows: Record<string, number>;
  /** Events of each project in the copy, up to an event; projects without events are missing. */
  events: { untilSeq: number; counts: ReadonlyMap<number, number> };
}

/** How far an engine's copy is. */
export interface EngineStatus {
  /** The name of the engine, such as `clickhouse`. */
  name: string;
  /**
   * `current`: it has every acknowledged write. `behind`: it is reading the feed. `starting`: it is reading the rows that were there
   * when it began. `down`: the last attempt failed, `trouble` says why; it tries again by itself.
   */
  state: "current" | "behind" | "starting" | "down";
  /** Events and changes of the feed that it has not stored; changes that a later one replaced count too. */
  behind: { events: number; changes: number };
  /** The part of the database that it has, a whole number of percent; 100 only if it has every acknowledged write. */
  percent: number;
  /** Entries that it has stored since it was opened. */
  stored: number;
  /** The time at which the copy last had every acknowledged write, epoch ms; null = not yet since it was opened. */
  currentMs: number | null;
  /** A sentence about the trouble and the way out of it; null = no trouble. */
  trouble: string | null;
  /**
   * Properties of events with their own column, because questions name them often. Absent = the engine does not choose
   * columns by use.
   */
  propertyColumns?: readonly string[];
}

/** hoglet's resources for an engine. */
export interface EngineSource {
  /** Events and changes, for an engine with its own copy of the data. */
  feed: Feed;
  log: Logger;
}

/**
 * The option `engine` of `createHoglet`. Called once, while the handle opens; it returns at once, and the engine
 * connects and follows later.
 */
export type OpenEngine = (source: EngineSource) => Engine;
