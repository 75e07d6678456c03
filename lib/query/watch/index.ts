/**
 * Watching: a question whose answer comes again after each commit that may change it.
 *
 * `watchQuery` gives the answers of a question one after the other; the handle calls a listener with them (`hoglet.watch`), and the
 * routes `query/watch` and `insights/watch` write them as server-sent events. Equal questions of a project are one `WatchedQuestion`,
 * which is asked as `hoglet.ask` asks it. Between two askings it rests, so that a busy log is not asked all the time. It then waits
 * until something was written, or the clock entered another minute: `Live` tells of commits.
 *
 * Invariants: capture knows nothing of watching. Nothing waits for a slow reader: it takes the newest answer, and answers between are
 * lost. An answer equal to the last one is not given again. An answer is never older than the call that wants the first.
 */
export { listenToAnswers } from "./listen.ts";
export type { AnswerListener, WatchHandle } from "./listen.ts";
export { isEveryMs, LONGEST_MS, watchAnswers, watchQuery } from "./watch-query.ts";
export type { WatchedAnswers } from "./watch-query.ts";
export { closeWatches, createWatches } from "./watches.ts";
export type { Outcome, Watches } from "./question.ts";
