import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Logger } from "../base/log.ts";
import type { Db } from "../storage/index.ts";
import type { TokenCache } from "./projects/token-cache.ts";

/** The resources for a database's settings. `handle/context.ts` has the whole context. */
export interface Context {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  options: { openMode?: boolean; activityRetentionDays?: number };
  /** Captures that wait for the next commit. */
  queue: { drain(): Promise<void> };
  /** Projects by capture token, kept in step with the database. */
  tokens: TokenCache;
}
