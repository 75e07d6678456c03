import type { Housing } from "../engines/host/index.ts";
import type { Db } from "../storage/index.ts";

/** What the check of a database takes. The whole of the contexts is `handle/context.ts`. */
export interface Context {
  db: Db;
  housing: Pick<Housing, "rebuild" | "remake">;
}
