import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Db } from "../storage/index.ts";
import type { ImportSlots } from "../transfer/index.ts";

/** The resources of an import from elsewhere; `handle/context.ts` has the whole context. */
export interface Context {
  db: Db;
  clock: Clock;
  ids: Ids;
  /** Imports at work, and those that wait for a place. */
  imports: ImportSlots;
}
