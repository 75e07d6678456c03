import * as v from "valibot";
import { recorderOf } from "../../admin/activity/index.ts";
import { getProject } from "../../admin/projects/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { Instant } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import { notFound } from "../../base/errors.ts";
import { toHash } from "../../base/ids.ts";
import { write } from "../../storage/index.ts";
import { and, eq, query } from "../../storage/queries/index.ts";
import { dashboards } from "../../storage/tables/index.ts";
import type { Context } from "../context.ts";
import { answerDashboard } from "./answer-by-refresh.ts";
import type { AnsweredTile, Asker } from "./answer-by-refresh.ts";
import type { Dashboard } from "./dashboard.ts";
import type { SavedEdit } from "./edit.ts";
import { requireReading } from "../read-scopes.ts";
import { getDashboard } from "./get-dashboard.ts";

/** The link that shows a dashboard, without a key. */
export const DashboardSharing = v.pipe(
  v.object({
    /** Has the dashboard a link that shares it? */
    enabled: v.boolean(),
    /** ISO text: when the link was made; null = there is none. */
    created_at: v.nullable(Instant),
    /** The secret of a link that was just made: only its hash is stored. Null in every other answer. */
    access_token: v.nullable(v.string()),
  }),
  v.examples([{ enabled: true, created_at: "2024-05-02T10:00:00Z", access_token: "shr_…" }]),
);
export interface DashboardSharing extends v.InferOutput<typeof DashboardSharing> {}

export const SharingUpdate = v.object({
  /** True makes a link where there is none, false makes it invalid at once. */
  enabled: v.exactOptional(v.boolean()),
});

/** Random bytes of a token, as many as a key has: it cannot be guessed. */
const TOKEN_BYTES = 35;
const PREFIX = "shr_";

const record = recorderOf("Dashboard");

const changeShare = query(
  (db, given: { projectId: number; id: number; shareHash: string | null; sharedAt: number | null }) =>
    db
      .update(dashboards)
      .set({ shareHash: given.shareHash, sharedAt: given.sharedAt })
      .where(and(eq(dashboards.id, given.id), eq(dashboards.projectId, given.projectId))),
);

const shareOf = query((db, given: { projectId: number; id: number }) =>
  db
    .select({ shareHash: dashboards.shareHash, sharedAt: dashboards.sharedAt })
    .from(dashboards)
    .where(and(eq(dashboards.id, given.id), eq(dashboards.projectId, given.projectId))),
);

// Index dashboards_by_share.
const dashboardByShare = query((db, given: { shareHash: string }) =>
  db
    .select({ id: dashboards.id, projectId: dashboards.projectId })
    .from(dashboards)
    .where(and(eq(dashboards.shareHash, given.shareHash), eq(dashboards.deleted, 0))),
);

type Writes = Pick<Context, "db" | "clock" | "ids" | "log">;

/** Is a dashboard shared? @throws notFound */
export function getSharing(ctx: Pick<Context, "db">, projectId: number, id: number | string): DashboardSharing {
  const { id: found } = getDashboard(ctx, projectId, id);
  const { sharedAt = null, shareHash = null } = shareOf.get(ctx.db, { projectId, id: found }) ?? {};
  return {
    enabled: shareHash !== null,
    created_at: sharedAt === null ? null : toIso(sharedAt),
    access_token: null,
  };
}

/** Makes the link of a dashboard, or makes it invalid. @throws notFound; invalid naming the field; 403 for a tile that the key may not read */
export async function updateSharing(
  ctx: Writes,
  edit: SavedEdit,
  id: number | string,
  { enabled }: v.InferOutput<typeof SharingUpdate>,
): Promise<DashboardSharing> {
  const { project } = edit;
  return write(ctx.db, () => {
    const now = getSharing(ctx, project.id, id);
    return enabled === undefined || enabled === now.enabled ? now : change(ctx, edit, id, enabled);
  });
}

/** The last link is invalid at once. @throws notFound; 403 as `updateSharing` */
export async function renewSharing(ctx: Writes, edit: SavedEdit, id: number | string): Promise<DashboardSharing> {
  return write(ctx.db, () => change(ctx, edit, id, true));
}

function change(ctx: Writes, edit: SavedEdit, id: number | string, enabled: boolean): DashboardSharing {
  const { project } = edit;
  const dashboard = getDashboard(ctx, project.id, id);
  if (enabled) for (const { insight } of dashboard.tiles) requireReading(edit.key.scopes, insight?.query ?? null);
  const token = enabled ? ctx.ids.secret(PREFIX, TOKEN_BYTES) : null;
  changeShare.run(ctx.db, {
    projectId: project.id,
    id: dashboard.id,
    shareHash: token === null ? null : toHash(token),
    sharedAt: enabled ? ctx.clock.now() : null,
  });
  const changed = { action: "changed", field: "is_shared", before: dashboard.is_shared, after: enabled } as const;
  record(ctx, edit, dashboard, "updated", [changed]);
  return { ...getSharing(ctx, project.id, dashboard.id), access_token: token };
}

/** A dashboard with its answers, for holders of its link. */
export interface SharedDashboard {
  project: Pick<Project, "id" | "name" | "timezone" | "week_start_day">;
  dashboard: Omit<Dashboard, "tiles"> & { tiles: AnsweredTile[] };
}

/** The dashboard that a token shows. @throws notFound for any other text, and for a dashboard or project that is deleted */
export function findShared(ctx: Pick<Context, "db">, token: string): { project: Project; dashboard: Dashboard } {
  const row = token.startsWith(PREFIX) ? dashboardByShare.get(ctx.db, { shareHash: toHash(token) }) : undefined;
  if (row === undefined) throw notFound();
  return { project: getProject(ctx, row.projectId), dashboard: getDashboard(ctx, row.projectId, row.id) };
}

/**
 * Answers are computed again only after a write.
 * @throws notFound as `findShared`
 */
export async function answerShared(ctx: Asker & Pick<Context, "db">, token: string): Promise<SharedDashboard> {
  const { project, dashboard } = findShared(ctx, token);
  const { id, name, timezone, week_start_day } = project;
  const answered = await answerDashboard(ctx, project, dashboard, { refresh: "blocking", origin: "", asker: SHARED });
  return { project: { id, name, timezone, week_start_day }, dashboard: answered };
}

/** The asker of shared dashboards; no key has this id. Scopes were checked when the link was made. */
const SHARED = { id: "shared dashboard", scopes: ["*"] };
