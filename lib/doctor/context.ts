import type { EngineHost } from "../engines/host/index.ts";
import type { Db } from "../storage/index.ts";

/** The resources that a check of the database needs. `handle/context.ts` has the whole context. */
export interface Context {
  db: Db;
  engineHost: Pick<EngineHost, "rebuild" | "remake">;
}
