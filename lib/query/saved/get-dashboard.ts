import * as v from "valibot";
import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import { toSummary } from "./dashboard.ts";
import type { Dashboard, DashboardSummary, Tile } from "./dashboard.ts";
import { getInsight } from "./get-insight.ts";
import { toIso } from "../../base/clock.ts";
import { isVisible } from "./tiles.ts";
import { and, desc, eq, getTableColumns, pages, query, sql } from "../../storage/queries/index.ts";
import { dashboards, dashboardTiles as tiles, savedInsights } from "../../storage/tables/index.ts";

type Reads = Pick<Context, "db">;

export const DashboardListQuery = v.object({
  ...pageEntries,
  /** Part of the name or the description, in any letter case; empty = absent. */
  search: v.optional(v.string(), ""),
});
export type DashboardListQuery = v.InferOutput<typeof DashboardListQuery>;
export type DashboardListInput = v.InferInput<typeof DashboardListQuery>;

// Index dashboards_by_project.
const dashboardPages = pages(
  dashboards,
  ({ projectId, search }: { projectId: number; search: string }) =>
    and(
      eq(dashboards.projectId, projectId),
      eq(dashboards.deleted, 0),
      sql`(${search} = '' OR instr(hoglet_lower(${dashboards.name}), ${search}) > 0
        OR instr(hoglet_lower(${dashboards.description}), ${search}) > 0)`,
    ),
  desc(dashboards.pinned),
  desc(dashboards.id),
);

const dashboardById = query((db, given: { projectId: number; id: number }) =>
  db
    .select()
    .from(dashboards)
    .where(and(eq(dashboards.projectId, given.projectId), eq(dashboards.id, given.id))),
);

// Index dashboard_tiles_by_dashboard.
const tilesOf = query((db, given: { projectId: number; dashboardId: number }) =>
  db
    .select(getTableColumns(tiles))
    .from(tiles)
    .leftJoin(savedInsights, eq(savedInsights.id, tiles.insightId))
    .where(and(eq(tiles.projectId, given.projectId), eq(tiles.dashboardId, given.dashboardId), isVisible))
    .orderBy(tiles.place, tiles.id),
);

/** Dashboards that are not deleted, without tiles: pinned ones first, then newest first. */
export function listDashboards(
  { db }: Reads,
  projectId: number,
  { search, ...page }: DashboardListQuery,
): Page<DashboardSummary> {
  const { count, rows } = dashboardPages(db, { projectId, search: search.toLowerCase() }, page);
  return { count, results: rows.map(toSummary) };
}

/** A dashboard with its tiles, even if deleted. @throws notFound, also for a text that is not an integer */
export function getDashboard({ db }: Reads, projectId: number, id: number | string): Dashboard {
  if (!/^\d{1,15}$/.test(String(id))) throw notFound();
  const row = dashboardById.get(db, { projectId, id: Number(id) });
  if (row === undefined) throw notFound();
  return { ...toSummary(row), tiles: listTiles({ db }, projectId, row.id) };
}

function listTiles({ db }: Reads, projectId: number, dashboardId: number): Tile[] {
  const rows = tilesOf.all(db, { projectId, dashboardId });
  return rows.map(({ id, insightId, width, filtersOverrides, layouts, body, bodyBy, bodyAt }, order) => ({
    id,
    insight: body === null ? getInsight({ db }, projectId, insightId) : null,
    text:
      body === null
        ? null
        : {
            id,
            body,
            created_by: bodyBy === null ? null : { first_name: bodyBy, email: null },
            last_modified_at: toIso(bodyAt ?? 0),
            last_modified_by: null,
          },
    width,
    order,
    filters_overrides: JSON.parse(filtersOverrides) as Tile["filters_overrides"],
    layouts: JSON.parse(layouts) as Tile["layouts"],
    color: null,
  }));
}
