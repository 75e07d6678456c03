import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import type { Db } from "../storage/index.ts";

/** What import and export take. The whole of the contexts is `handle/context.ts`. */
export interface Context {
  db: Db;
  clock: Clock;
  ids: Ids;
}
