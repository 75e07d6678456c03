import type { ExpressionTests } from "../events/expression-tests.ts";
import type { Clock } from "../base/clock.ts";
import type { Db } from "../storage/index.ts";
import type { FindMatching } from "./list/matching.ts";
import type { Live } from "./list/live.ts";

/** The parts of a context that reading events needs; `handle/context.ts` has all. */
export interface Context {
  db: Db;
  clock: Clock;
  /** Tests rows by expressions, where no engine reads them. */
  expressions: ExpressionTests;
  findMatching: FindMatching;
  /** Wakes listeners after a commit. */
  live: Live;
  /** Captures that wait for the next commit. */
  queue: { drain(): Promise<void> };
}
