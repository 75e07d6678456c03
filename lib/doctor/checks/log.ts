import type { BlockPlace } from "../../engines/columns/index.ts";
import { newestSeq, walkRange } from "../../log/index.ts";
import type { Found } from "./found.ts";
import { sayDamaged } from "./damaged-event.ts";

/** Checks the events after the last full block. */
export function checkLog({ db, find }: Found, blocks: readonly BlockPlace[]): void {
  const firstSeq = (Math.max(-1, ...blocks.map(({ block }) => block)) + 1) << 16;
  const lastSeq = newestSeq(db);
  const projects = db.sql<number>("SELECT id FROM projects WHERE deleted_at IS NULL").pluck().all();
  for (const projectId of projects) {
    for (const event of walkRange(db, { projectId, firstSeq, lastSeq }).damaged()) sayDamaged(find, event);
  }
}
