import type { Clock } from "../base/clock.ts";
import type { QueryRunner } from "./runner.ts";

/** What SQL takes. The whole of the contexts is `handle/context.ts`. */
export interface Context {
  clock: Clock;
  options: { queryTimeoutMs?: number; queryMemoryBytes?: number };
  /** Runs SQL in a process of its own. */
  queries: QueryRunner;
}
