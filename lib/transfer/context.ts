import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Db } from "../storage/index.ts";
import type { ImportSlots } from "./import-slots.ts";

/** The resources of import and export. `handle/context.ts` has the whole context. */
export interface Context {
  db: Db;
  clock: Clock;
  ids: Ids;
  /** Running and waiting imports. */
  imports: ImportSlots;
}
