import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Logger } from "../base/log.ts";
import type { IdentityMap, PropertyIndex } from "../people/persons/index.ts";
import type { Db } from "../storage/index.ts";
import type { FlagSets } from "./answers/flag-sets.ts";
import type { FlagStore } from "./program/store.ts";

/** `handle/context.ts` has the whole context. */
export interface Context {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Logger;
  /** Distinct ids and persons, kept in step with the database. */
  identity: IdentityMap;
  /** Properties of persons by value, for filters. */
  properties: PropertyIndex;
  /** The flags that the program sets. */
  flags: FlagStore;
  flagSets: FlagSets;
}
