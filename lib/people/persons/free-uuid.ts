import { personUuid } from "../../base/ids.ts";
import type { Db } from "../../storage/index.ts";

/**
 * The UUID for a person that `founder` founds. A split may have left the one that this distinct id stands for with another
 * person; the real service then hashes `<id>:split` (reference/rest.md 5.7), repeated here, since that one may be taken too.
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
