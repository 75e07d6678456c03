import { SYSTEM } from "../../admin/activity/index.ts";
import { spanMs } from "../../base/span.ts";
import type { Context } from "../context.ts";
import { hasEvents } from "../../log/index.ts";
import { storeRequest } from "./request.ts";

/**
 * Queues the events that `keepEventsFor` no longer keeps, in the caller's transaction; projects without any get no
 * request.
 */
export function queueExpired(ctx: Pick<Context, "db" | "clock" | "options" | "deletions">): void {
  const { keepEventsFor } = ctx.options;
  if (keepEventsFor === undefined) return;
  const beforeMs = ctx.clock.now() - spanMs(keepEventsFor);
  const projects = ctx.db.sql<number>("SELECT id FROM projects WHERE deleted_at IS NULL ORDER BY id").pluck().all();
  for (const projectId of projects.filter((id) => hasEvents(ctx.db, { projectId: id, untilMs: beforeMs }))) {
    const key = new Date(beforeMs).toISOString();
    storeRequest(ctx, { projectId, kind: "events_before", key }, SYSTEM);
  }
}
