import * as v from "valibot";
import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import { DASHBOARD_COLUMNS, toSummary } from "./dashboard.ts";
import type { Dashboard, DashboardRow, DashboardSummary, Tile } from "./dashboard.ts";
import { getInsight } from "./get-insight.ts";

type Reads = Pick<Context, "db">;

/** Which dashboards to list. */
export const DashboardListQuery = v.object({
  ...pageEntries,
  /** Part of the name or the description, in any letter case; empty = absent. */
  search: v.optional(v.string(), ""),
});
export type DashboardListQuery = v.InferOutput<typeof DashboardListQuery>;
export type DashboardListInput = v.InferInput<typeof DashboardListQuery>;

/** A project's dashboards that are not deleted, pinned ones first, then newest first; without tiles. */
export function listDashboards(
  { db }: Reads,
  projectId: number,
  { search, limit, offset }: DashboardListQuery,
): Page<DashboardSummary> {
  // Index dashboards_by_project.
  const from = `FROM dashboards WHERE project_id = @projectId AND deleted = 0
    AND (@search = '' OR instr(hoglet_lower(name), @search) > 0 OR instr(hoglet_lower(description), @search) > 0)`;
  const values = { projectId, search: search.toLowerCase() };
  const count = db.sql(`SELECT count(*) ${from}`).pluck().get(values) as number;
  const rows = db
    .sql(`SELECT ${DASHBOARD_COLUMNS} ${from} ORDER BY pinned DESC, id DESC LIMIT @limit OFFSET @offset`)
    .all({ ...values, limit, offset }) as DashboardRow[];
  return { count, results: rows.map(toSummary) };
}

/** A dashboard with its tiles, a deleted one too. @throws notFound, also for a text that is no integer */
export function getDashboard({ db }: Reads, projectId: number, id: number | string): Dashboard {
  if (!/^\d{1,15}$/.test(String(id))) throw notFound();
  const row = db
    .sql(`SELECT ${DASHBOARD_COLUMNS} FROM dashboards WHERE project_id = ? AND id = ?`)
    .get(projectId, Number(id)) as DashboardRow | undefined;
  if (row === undefined) throw notFound();
  return { ...toSummary(row), tiles: listTiles({ db }, projectId, row.id) };
}

function listTiles({ db }: Reads, projectId: number, dashboardId: number): Tile[] {
  // Index dashboard_tiles_by_dashboard.
  const rows = db
    .sql(
      `SELECT t.id, t.insight_id, t.width FROM dashboard_tiles t JOIN saved_insights i ON i.id = t.insight_id AND i.deleted = 0
       WHERE t.project_id = ? AND t.dashboard_id = ? ORDER BY t.place, t.id`,
    )
    .all(projectId, dashboardId) as { id: number; insight_id: number; width: number }[];
  return rows.map(({ id, insight_id, width }) => ({ id, insight: getInsight({ db }, projectId, insight_id), width }));
}
