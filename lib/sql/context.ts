import type { Clock } from "../base/clock.ts";
import type { Asks } from "../questions/index.ts";
import type { QueryRunner } from "./runner.ts";

/**
 * The resources of SQL; the engine gives the sessions that statements read. `handle/context.ts` has the whole context.
 */
export interface Context extends Pick<Asks, "db" | "engine"> {
  clock: Clock;
  options: { queryTimeoutMs?: number; queryMemoryBytes?: number };
  /** Runs SQL in a process of its own. */
  queries: QueryRunner;
}
