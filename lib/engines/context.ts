import type { Logger } from "../base/log.ts";
import type { Db } from "../storage/index.ts";

/** The parts of a context that an engine needs; `handle/context.ts` has all. */
export interface Context {
  db: Db;
  log: Logger;
  options: { memoryBudgetBytes?: number; secureDelete?: boolean };
}
