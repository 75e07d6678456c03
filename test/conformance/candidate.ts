import type { HogletOptions } from "../../lib/index.ts";
import type { Engine } from "../../lib/port/engine.ts";
import type { Db } from "../../lib/storage/index.ts";

/** An engine that has to answer as the port says. */
export interface Candidate {
  /** Makes a handle use it. Empty = the handle does so anyway. */
  options: Pick<HogletOptions, "engine">;
  /** The engine of a database that a test writes to. @param budgetBytes memory that it may use, if it keeps to one */
  over(db: Db, budgetBytes: number): Engine;
}

/** Defines a test: a suite of uvu. */
export type Define = (name: string, run: () => Promise<void>) => void;

/** Memory for a candidate where a test does not vary it. */
export const BUDGET_BYTES = 256 * 1024 * 1024;
