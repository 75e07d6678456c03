import { personUuid } from "../../base/ids.ts";
import type { Db } from "../../storage/index.ts";

/**
 * The UUID for a person founded by `founder`. After a split its own may be taken: PostHog then hashes `<id>:split`
 * (reference/rest.md 5.7); here that is repeated until one is free.
 */
export function freeUuid(db: Db, projectId: number, founder: string): string {
  const taken = db.sql("SELECT 1 FROM persons WHERE project_id = ? AND uuid = ?").pluck();
  let seed = founder;
  let uuid = personUuid(projectId, seed);
  while (taken.get(projectId, uuid) !== undefined) {
    seed = `${seed}:split`;
    uuid = personUuid(projectId, seed);
  }
  return uuid;
}
