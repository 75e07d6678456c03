import type { Clock } from "../base/clock.ts";
import type { ExpressionTests } from "../events/expression-tests.ts";
import type { Ids } from "../base/ids.ts";
import type { Logger } from "../base/log.ts";
import type { Db } from "../storage/index.ts";
import type { PluginOptions } from "./options.ts";
import type { Vault } from "./vault.ts";

/** The parts of a context that plugins need; `handle/context.ts` has all. */
export interface Context {
  db: Db;
  clock: Clock;
  /** Tests rows by expressions, where no engine reads them. */
  expressions: ExpressionTests;
  ids: Ids;
  log: Logger;
  options: PluginOptions;
  /** Encrypts the secrets of plugin configs. */
  vault: Vault;
}
