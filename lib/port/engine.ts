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
 * Every acknowledged write is seen: an answer counts what was committed before `ask` was called. Calls are asynchronous,
 * because an engine may work in another thread or on another machine.
 */
export interface Engine {
  /** @throws cancelled when the signal aborts */
  ask<P extends Plan>(plan: P, options?: AskOptions): Promise<AnswerOf<P>>;
}
