import type { Clock } from "../base/clock.ts";
import type { Engine } from "../port/engine.ts";
import type { Db } from "../storage/index.ts";
import type { QueryRunner } from "./runner.ts";

/** The resources that SQL needs. `handle/context.ts` has the whole context. */
export interface Context {
  clock: Clock;
  db: Db;
  /** Gives the sessions that statements read. */
  engine: Engine;
  options: { queryTimeoutMs?: number; queryMemoryBytes?: number };
  /** Runs SQL in a process of its own. */
  queries: QueryRunner;
}
