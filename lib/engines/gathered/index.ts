/**
 * Gathered rows: an engine over rows that its caller puts in as entries of the feed. An engine elsewhere without an
 * exact form for a plan gathers the rows that the plan looks at; this engine answers with the code of columns.
 *
 * Few rows stay in memory, and the caller's thread answers. More rows go into a temporary file, over which columns
 * answer in a thread of their own: memory is bounded, whatever the number of rows.
 *
 * Invariants: it lives for one question, and knows only its rows; its file is gone once it is closed.
 */
export { gatheredEngine } from "./gathered-engine.ts";
export type { Gathered, GatheredOptions } from "./gathered-engine.ts";
