import type { Context } from "../context.ts";
import { write } from "../../storage/index.ts";

const DAY_MS = 86_400_000;

/** Deletes the entries older than the option `activityRetentionDays`; without it they stay for ever. Gives how many. */
export async function pruneActivity({
  db,
  clock,
  options,
}: Pick<Context, "db" | "clock" | "options">): Promise<number> {
  const days = options.activityRetentionDays;
  if (days === undefined) return 0;
  const beforeMs = clock.now() - days * DAY_MS;
  return write(db, () => db.sql("DELETE FROM activity_log WHERE created_at < ?").run(beforeMs).changes);
}
