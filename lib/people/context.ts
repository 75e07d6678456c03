import type { ExpressionTests } from "../events/expression-tests.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Logger } from "../base/log.ts";
import type { ErasedCopy } from "./deletion/copy-receipt.ts";
import type { Db } from "../storage/index.ts";
import type { IdentityMap } from "./persons/identity-map.ts";
import type { PersonEvents } from "./cohorts/person-events.ts";
import type { DeletionState } from "./deletion/deletion-state.ts";
import type { PropertyIndex } from "./persons/property-index.ts";

/** The resources that persons, groups, cohorts and their deletion need. `handle/context.ts` has the whole context. */
export interface Context {
  db: Db;
  clock: Clock;
  /** Tests rows by expressions, where no engine reads them. */
  expressions: ExpressionTests;
  ids: Ids;
  log: Logger;
  options: { deletionCron?: string; keepEventsFor?: string; secureDelete?: boolean; skipNoisyUpdates?: boolean };
  /** The cache of distinct ids and persons, kept in step with the database. */
  identity: IdentityMap;
  /** Captures that wait for the next commit. */
  queue: { drain(): Promise<void> };
  /** Removes deleted bytes from the file; each function returns false when a reader prevents it. */
  engineHost: { rewrite(waitMs?: number): Promise<boolean>; foldLog(waitMs?: number): Promise<boolean> };
  /** The engine of questions, which may have a copy of the events; see `port/engine.ts`. */
  engine: { erase?(options: { signal: AbortSignal }): Promise<ErasedCopy> };
  /** Its deletion runs, and those who hear of its requests. */
  deletions: DeletionState;
  /** Counts events of persons, by the engine. */
  countPersonEvents(events: PersonEvents): Promise<Map<number, number>>;
  /** Properties of persons by value, for filters. */
  properties: PropertyIndex;
}
