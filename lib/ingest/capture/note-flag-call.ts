import type { Context } from "../context.ts";

/** SDKs send it when an app asked for a flag. */
export const FLAG_CALLED = "$feature_flag_called";

const HOUR_MS = 3_600_000;

/** Once an hour, inside the event's transaction. */
export function noteFlagCall(
  { db }: Pick<Context, "db">,
  { projectId, receivedAtMs, flag }: { projectId: number; receivedAtMs: number; flag: unknown },
): void {
  if (typeof flag !== "string") return;
  const hourMs = Math.floor(receivedAtMs / HOUR_MS) * HOUR_MS;
  // Index feature_flags_by_key.
  db.sql(
    `UPDATE feature_flags SET last_called_at = ?
     WHERE project_id = ? AND key = ? AND coalesce(last_called_at, 0) < ?`,
  ).run(hourMs, projectId, flag, hourMs);
}
