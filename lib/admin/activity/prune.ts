import type { Context } from "../context.ts";
import { write } from "../../storage/index.ts";
import { lt, query } from "../../storage/queries/index.ts";
import { activityLog } from "../../storage/tables/index.ts";

const DAY_MS = 86_400_000;

const removeBefore = query((db, given: { beforeMs: number }) =>
  db.delete(activityLog).where(lt(activityLog.createdAt, given.beforeMs)),
);

/** Deletes entries older than the option `activityRetentionDays` (absent = none). Returns their number. */
export async function pruneActivity({
  db,
  clock,
  options,
}: Pick<Context, "db" | "clock" | "options">): Promise<number> {
  const days = options.activityRetentionDays;
  if (days === undefined) return 0;
  const beforeMs = clock.now() - days * DAY_MS;
  return write(db, () => removeBefore.run(db, { beforeMs }).changes);
}
