import type { Logger } from "../base/log.ts";
import type { Db } from "../storage/index.ts";

/** What the engine of a database takes. The whole of the contexts is `handle/context.ts`. */
export interface Context {
  db: Db;
  log: Logger;
  options: { memoryBudgetBytes?: number; secureDelete?: boolean };
}
