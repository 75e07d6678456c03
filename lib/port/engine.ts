import type { Logger } from "../base/log.ts";
import type { Feed } from "./feed.ts";
import type { AnswerOf, Plan } from "./plan.ts";

/** How a plan is asked. */
export interface AskOptions {
  /** Stops the work when it aborts; the plan is refused as `cancelled`. */
  signal?: AbortSignal | undefined;
}

/**
 * The port behind which questions are answered. An engine answers plans over the events of one database. It knows nothing of
 * dates, wire shapes, labels or actions.
 *
 * **Every acknowledged write is seen.** A write is acknowledged when its promise resolved or its HTTP reply was sent, which is after
 * its commit. An answer counts everything that was committed before `ask` was called, by any process; it may count later commits
 * too, but all of it is of one moment. An engine with a copy of its own first reads the feed up to `Feed.newest()` of that call.
 * Where it cannot within its limit, it refuses the question with an error; it never answers from an older moment.
 *
 * Calls are asynchronous, because an engine may work in another thread or on another machine.
 */
export interface Engine {
  /** @throws cancelled when the signal aborts */
  ask<P extends Plan>(plan: P, options?: AskOptions): Promise<AnswerOf<P>>;
  /** Ends the engine, before the database is closed; questions under way may be refused. Absent = there is nothing to end. */
  close?(): Promise<void>;
}

/** What hoglet gives to an engine. */
export interface EngineSource {
  /** The events, and what changes, for an engine with a copy of its own. */
  feed: Feed;
  log: Logger;
}

/**
 * Opens an engine: the option `engine` of `createHoglet`. It is called once, while the handle is opened, and does not wait: an
 * engine connects, and begins to follow the feed, by itself.
 */
export type OpenEngine = (source: EngineSource) => Engine;
