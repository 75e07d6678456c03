import type { Housing } from "../engines/host/index.ts";
import type { Db } from "../storage/index.ts";

/** The resources that a check of the database needs. `handle/context.ts` has the whole context. */
export interface Context {
  db: Db;
  housing: Pick<Housing, "rebuild" | "remake">;
}
