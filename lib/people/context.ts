import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Logger } from "../base/log.ts";
import type { Db } from "../storage/index.ts";
import type { IdentityMap } from "./persons/identity-map.ts";

/** What persons, groups, cohorts and their deletion take. The whole of the contexts is `handle/context.ts`. */
export interface Context {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  options: { deletionCron?: string; keepEventsFor?: string; secureDelete?: boolean; skipNoisyUpdates?: boolean };
  /** The distinct ids and persons known so far, kept in step with the database. */
  identity: IdentityMap;
  /** Captures that wait for the next commit. */
  queue: { drain(): Promise<void> };
  /** The file that deleted rows leave; each is false when a reader stands in the way. */
  housing: { rewrite(waitMs?: number): Promise<boolean>; foldLog(waitMs?: number): Promise<boolean> };
}
