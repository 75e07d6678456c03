/**
 * Gathered rows: an engine over the rows that its caller puts into it, in the form of the feed's entries. An engine on another
 * machine that has no exact form of its own for a plan gathers the rows that the plan looks at, and lets this one answer: the
 * answer is then that of columns, by the same code.
 *
 * Few rows stay in memory, and the caller's thread answers. More rows go into a file in the folder for temporary files, over which
 * columns answer in a thread of their own: the memory of a question has a bound, whatever the number of rows.
 *
 * Invariants: it lives for one question, and knows nothing but the rows that it was given; its file is gone once it is closed.
 */
export { gatheredEngine } from "./gathered-engine.ts";
export type { Gathered, GatheredOptions } from "./gathered-engine.ts";
