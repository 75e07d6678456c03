import type { ExpressionTests } from "../events/expression-tests.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Logger } from "../base/log.ts";
import type { CopyReceipt, ErasedCopy } from "./deletion/copy-receipt.ts";
import type { Db } from "../storage/index.ts";
import type { IdentityMap } from "./persons/identity-map.ts";
import type { PersonEvents } from "./cohorts/person-events.ts";
import type { DeletionState } from "./deletion/deletion-state.ts";
import type { PropertyIndex } from "./persons/property-index.ts";

/** The parts of a context that persons, groups, cohorts and deletion need; `handle/context.ts` has all. */
export interface Context {
  db: Db;
  clock: Clock;
  /** Tests rows by expressions, where no engine reads them. */
  expressions: ExpressionTests;
  ids: Ids;
  log: Logger;
  options: { deletionCron?: string; keepEventsFor?: string; secureDelete?: boolean; skipNoisyUpdates?: boolean };
  /** Cached distinct ids and persons, in step with the database. */
  identity: IdentityMap;
  /** Captures that wait for the next commit. */
  queue: { drain(): Promise<void> };
  /** Removes deleted bytes; false when a reader prevents it. */
  engineHost: {
    rewrite(waitMs?: number): Promise<boolean>;
    foldLog(waitMs?: number): Promise<boolean>;
    removeStored(): void;
  };
  /** May have a copy of the events; see `port/engine.ts`. */
  engine: { erase?(options: { signal: AbortSignal }): Promise<ErasedCopy> };
  /** Has the first complete the receipt of a deletion, in a hoglet that follows it; null = this one writes. @returns false = it does not wait */
  reportErased: ((deletion: number, copy: CopyReceipt) => Promise<boolean>) | null;
  /** Deletion runs, and listeners to requests. */
  deletions: DeletionState;
  /** Counts events of persons, by the engine. */
  countPersonEvents(events: PersonEvents): Promise<Map<number, number>>;
  /** Properties of persons by value, for filters. */
  properties: PropertyIndex;
}
