import type { Db } from "../../storage/index.ts";
import type { Staging } from "./staging.ts";

export interface MoveJob {
  db: Db;
  projectId: number;
  staging: Staging;
}
