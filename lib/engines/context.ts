import type { Logger } from "../base/log.ts";
import type { Db } from "../storage/index.ts";

/** The resources that the engine of a database needs. `handle/context.ts` has the whole context. */
export interface Context {
  db: Db;
  log: Logger;
  options: { memoryBudgetBytes?: number; secureDelete?: boolean };
}
