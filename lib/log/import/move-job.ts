import type { Db } from "../../storage/index.ts";
import type { Staging } from "./staging.ts";

/** Staged events during their move into the log. */
export interface MoveJob {
  db: Db;
  projectId: number;
  staging: Staging;
}
