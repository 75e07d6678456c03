import { invalid } from "../../base/errors.ts";
import type { Db } from "../../storage/index.ts";

/**
 * Characters of the filters and payloads of a project's flags together: the definitions for SDKs hold all of them, and an
 * answer of `/flags` a payload of each. 8 MiB take 40 ms to write as JSON.
 */
const MAX_CHARS = 8 * 1024 * 1024;

/** Refuses flags that are too large together, after one was written in the caller's transaction. @throws invalid */
export function refuseExcess(db: Db, projectId: number): void {
  // Index feature_flags_by_key.
  const chars = db
    .sql<number>("SELECT total(length(filters)) FROM feature_flags WHERE project_id = ? AND deleted = 0")
    .pluck()
    .get(projectId);
  if ((chars ?? 0) <= MAX_CHARS) return;
  throw invalid("filters", `Expected at most ${MAX_CHARS} characters of JSON in all feature flags of a project.`);
}
