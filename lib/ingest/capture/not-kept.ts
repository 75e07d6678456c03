import type { Context } from "../context.ts";
import type { Project } from "../../admin/projects/index.ts";
import { addWarning } from "./warning.ts";

/** Sent by SDKs beside events, and not stored. */
export interface NotKept {
  /** Such as "logs". */
  what: string;
  /** The path to which it was sent, such as /i/v1/logs. */
  path: string;
}

/** Ms in which requests to a path share a counting warning: an app sends logs every few seconds. */
const SHARED_MS = 3_600_000;

/**
 * A warning that a request was answered and not kept. Never rejects: the client gets the answer with which it
 * continues.
 */
export async function noteNotKept(ctx: Context, project: Readonly<Project>, { what, path }: NotKept): Promise<void> {
  const note = () => {
    const { changes } = ctx.db
      .sql(
        `UPDATE ingestion_warnings SET details = json_set(details, '$.requests', details ->> '$.requests' + 1)
         WHERE timestamp > ? AND id = (
           SELECT id FROM ingestion_warnings
           WHERE project_id = ? AND type = 'not_kept' AND details ->> '$.path' = ? ORDER BY id DESC LIMIT 1)`,
      )
      .run(ctx.clock.now() - SHARED_MS, project.id, path);
    if (changes > 0) return;
    const warning = { projectId: project.id, type: "not_kept", distinctId: null, eventUuid: null };
    addWarning(ctx, { ...warning, details: { what, path, requests: 1 } });
    ctx.log.warn(`hoglet does not keep ${what}: requests to ${path} are answered, and their contents dropped.`, {
      project: project.name,
    });
  };
  try {
    await ctx.queue.push(1, note);
  } catch (error) {
    ctx.log.error("a request that is not kept could not be noted", { path, cause: String(error) });
  }
}
