import type { Db } from "../../storage/index.ts";
import type { Finding, Repairs } from "../report.ts";

/** Most findings of each kind that are listed: a broken disk has thousands, which add no information. */
export const MAX_LISTED = 100;

/** The advice where nothing can be mended. */
export const RESTORE =
  "Stop hoglet and copy the file first. `hoglet export --skip-bad` saves all that can be read; import it into a new file, or restore a backup.";

/** The resources of a check. */
export interface Found {
  db: Db;
  find(finding: Omit<Finding, "severity" | "is_repairable"> & Partial<Finding>): void;
  repairs: Repairs;
}
