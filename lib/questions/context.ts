import type { Clock } from "../base/clock.ts";
import type { ExpressionTests } from "../events/expression-tests.ts";
import type { Ids } from "../base/ids.ts";
import type { Logger } from "../base/log.ts";
import type { Engine } from "../port/engine.ts";
import type { Db } from "../storage/index.ts";
import type { ResultCache } from "./shared/result-cache.ts";

/** The resources for answering questions. `handle/context.ts` joins all contexts. */
export interface Context {
  /** Definitions (actions, cohorts, saved questions) and persons; events are the engine's. */
  db: Db;
  clock: Clock;
  /** Tests rows by expressions, where no engine reads them. */
  expressions: ExpressionTests;
  ids: Ids;
  log: Logger;
  engine: Engine;
  results: ResultCache;
}
