import * as v from "valibot";
import type { Context } from "../context.ts";
import { HogletError, invalid } from "../../base/errors.ts";
import type { SavedEdit } from "./edit.ts";
import { getInsight } from "./get-insight.ts";

type Db = Pick<Context, "db">;

/** Columns of a dashboard, and of a tile where nobody says otherwise: two beside each other. */
const COLUMNS = 12;
const DEFAULT_WIDTH = 6;

const InsightId = v.union([v.number(), v.string()], "Expected the id or the short id of a saved insight.");

/** A tile as it is sent: an insight (id, short id, or the whole as it was read) and its width in columns of 12. */
export const TileInput = v.object({
  /** Of a tile that is there: it stays that one. Absent = a new one. */
  id: v.exactOptional(v.pipe(v.number(), v.integer())),
  insight: v.union([InsightId, v.object({ id: InsightId })], "Expected a saved insight."),
  width: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(COLUMNS)), DEFAULT_WIDTH),
});
export type TileInput = v.InferOutput<typeof TileInput>;

/**
 * Makes these the tiles of a dashboard, in this order, within the caller's transaction; others go, but for those of deleted
 * insights, which wait for them at the end. @throws invalid for an insight or a tile that is not there
 */
export function replaceTiles(ctx: Db, { project }: SavedEdit, dashboardId: number, tiles: readonly TileInput[]): void {
  const own = new Set(visibleTiles(ctx, project.id, dashboardId));
  const kept = new Set<number>();
  for (const [place, { id, insight, width }] of tiles.entries()) {
    const attr = `tiles__${place}`;
    const insightId = findInsight(
      ctx,
      project.id,
      typeof insight === "object" ? insight.id : insight,
      `${attr}__insight`,
    );
    if (id === undefined) {
      insertTile(ctx, { projectId: project.id, dashboardId, insightId, place, width });
      continue;
    }
    if (!own.has(id) || kept.has(id)) throw invalid(`${attr}__id`, `The dashboard has no other tile ${id}.`);
    kept.add(id);
    ctx.db
      .sql("UPDATE dashboard_tiles SET insight_id = ?, place = ?, width = ? WHERE id = ? AND project_id = ?")
      .run(insightId, place, width, id, project.id);
  }
  for (const id of own) {
    if (!kept.has(id)) ctx.db.sql("DELETE FROM dashboard_tiles WHERE id = ? AND project_id = ?").run(id, project.id);
  }
  ctx.db
    .sql(
      `UPDATE dashboard_tiles SET place = @end WHERE project_id = @projectId AND dashboard_id = @dashboardId
         AND insight_id IN (SELECT id FROM saved_insights WHERE project_id = @projectId AND deleted = 1)`,
    )
    .run({ end: tiles.length, projectId: project.id, dashboardId });
}

/**
 * Puts an insight on these dashboards, at their end, and takes it off all others, within the caller's transaction.
 * @throws invalid for a dashboard that is not there
 */
export function putOnDashboards(
  { db }: Db,
  { project }: SavedEdit,
  insightId: number,
  dashboardIds: readonly number[],
): void {
  // Deleted dashboards keep their tiles: they are nobody's business until they come back.
  const isThere = db.sql("SELECT 1 FROM dashboards WHERE id = ? AND project_id = ? AND deleted = 0");
  const current = db
    .sql(
      `SELECT DISTINCT d.id FROM dashboard_tiles t JOIN dashboards d ON d.id = t.dashboard_id AND d.deleted = 0
       WHERE t.project_id = ? AND t.insight_id = ?`,
    )
    .pluck()
    .all(project.id, insightId) as number[];
  for (const [index, dashboardId] of dashboardIds.entries()) {
    if (isThere.get(dashboardId, project.id) === undefined) {
      throw invalid(`dashboards__${index}`, `There is no dashboard ${dashboardId}.`);
    }
    if (current.includes(dashboardId) || dashboardIds.indexOf(dashboardId) < index) continue;
    const place = lastPlace({ db }, project.id, dashboardId) + 1;
    insertTile({ db }, { projectId: project.id, dashboardId, insightId, place, width: DEFAULT_WIDTH });
  }
  for (const dashboardId of current.filter((id) => !dashboardIds.includes(id))) {
    db.sql("DELETE FROM dashboard_tiles WHERE project_id = ? AND insight_id = ? AND dashboard_id = ?").run(
      project.id,
      insightId,
      dashboardId,
    );
  }
}

/** Ids of the tiles that are shown. */
function visibleTiles({ db }: Db, projectId: number, dashboardId: number): number[] {
  return db
    .sql(
      `SELECT t.id FROM dashboard_tiles t JOIN saved_insights i ON i.id = t.insight_id AND i.deleted = 0
       WHERE t.project_id = ? AND t.dashboard_id = ?`,
    )
    .pluck()
    .all(projectId, dashboardId) as number[];
}

function lastPlace({ db }: Db, projectId: number, dashboardId: number): number {
  return db
    .sql("SELECT coalesce(max(place), -1) FROM dashboard_tiles WHERE project_id = ? AND dashboard_id = ?")
    .pluck()
    .get(projectId, dashboardId) as number;
}

interface NewTile {
  projectId: number;
  dashboardId: number;
  insightId: number;
  place: number;
  width: number;
}

function insertTile({ db }: Db, { projectId, dashboardId, insightId, place, width }: NewTile): void {
  db.sql("INSERT INTO dashboard_tiles (project_id, dashboard_id, insight_id, place, width) VALUES (?, ?, ?, ?, ?)").run(
    projectId,
    dashboardId,
    insightId,
    place,
    width,
  );
}

/** @throws invalid, naming the field, for one that is not there or deleted */
function findInsight(ctx: Db, projectId: number, id: number | string, attr: string): number {
  try {
    const insight = getInsight(ctx, projectId, id);
    if (!insight.deleted) return insight.id;
  } catch (error) {
    if (!(error instanceof HogletError) || error.status !== 404) throw error;
  }
  throw invalid(attr, `There is no saved insight ${id}.`);
}
