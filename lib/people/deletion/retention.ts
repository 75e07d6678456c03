import { SYSTEM } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { hasEvents } from "../../log/index.ts";
import { storeRequest } from "./request.ts";

const UNITS_MS = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/**
 * Queues the events that the option `keepEventsFor` no longer keeps, in the caller's transaction; projects without such
 * events get no request.
 */
export function queueExpired(ctx: Pick<Context, "db" | "clock" | "options" | "deletions">): void {
  const { keepEventsFor } = ctx.options;
  if (keepEventsFor === undefined) return;
  const beforeMs = ctx.clock.now() - toMs(keepEventsFor);
  const projects = ctx.db.sql<number>("SELECT id FROM projects WHERE deleted_at IS NULL ORDER BY id").pluck().all();
  for (const projectId of projects.filter((id) => hasEvents(ctx.db, { projectId: id, untilMs: beforeMs }))) {
    const key = new Date(beforeMs).toISOString();
    storeRequest(ctx, { projectId, kind: "events_before", key }, SYSTEM);
  }
}

function toMs(span: string): number {
  return Number(span.slice(0, -1)) * UNITS_MS[span.slice(-1) as keyof typeof UNITS_MS];
}
