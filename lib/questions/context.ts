import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Logger } from "../base/log.ts";
import type { Engine } from "../port/engine.ts";
import type { Db } from "../storage/index.ts";
import type { ResultCache } from "./shared/result-cache.ts";

/** What answering a question takes. The whole of the contexts is `handle/context.ts`. */
export interface Context {
  /** For definitions (actions, cohorts, saved questions) and for reading persons; events are the engine's. */
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  engine: Engine;
  /** Answers that were computed before. */
  results: ResultCache;
}
