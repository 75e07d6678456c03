import type { Logger } from "../base/log.ts";
import type { Feed } from "./feed.ts";
import type { AnswerOf, Plan } from "./plan.ts";

/** Options of a question to an engine. */
export interface AskOptions {
  /** Stops the work when it aborts; the plan is refused as `cancelled`. */
  signal?: AbortSignal | undefined;
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
  /** Ends the engine before the database is closed; running questions may be refused. Absent = the engine needs no end. */
  close?(): Promise<void>;
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
