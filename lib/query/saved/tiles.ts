import * as v from "valibot";
import type { Context } from "../context.ts";
import { HogletError, invalid } from "../../base/errors.ts";
import { toJson } from "../../storage/index.ts";
import { FiltersInput } from "./dashboard-filters.ts";
import type { SavedEdit } from "./edit.ts";
import { getInsight } from "./get-insight.ts";
import { and, eq, inArray, insertInto, max, query } from "../../storage/queries/index.ts";
import { dashboards, dashboardTiles as tilesTable, savedInsights } from "../../storage/tables/index.ts";

type Db = Pick<Context, "db">;

/** Columns of a dashboard, and of a tile where nobody says otherwise: two beside each other. */
const COLUMNS = 12;
const DEFAULT_WIDTH = 6;

const InsightId = v.union([v.number(), v.string()], "Expected the id or the short id of a saved insight.");

/** A tile as it is sent: an insight (id, short id, or the whole as it was read) and its width in columns of 12. */
export const TileInput = v.object({
  /** The id of an existing tile, which stays that tile. Absent = a new tile. */
  id: v.exactOptional(v.pipe(v.number(), v.integer())),
  insight: v.union([InsightId, v.object({ id: InsightId })], "Expected a saved insight."),
  width: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(COLUMNS)), DEFAULT_WIDTH),
  /** Filters over the insight in the place of the dashboard's. @default those of the tile; of a new tile none */
  filters_overrides: v.nullish(FiltersInput),
});
export type TileInput = v.InferOutput<typeof TileInput>;

interface OfDashboard {
  projectId: number;
  dashboardId: number;
}

const insertTile = insertInto(tilesTable, [
  "projectId",
  "dashboardId",
  "insightId",
  "place",
  "width",
  "filtersOverrides",
]);

const isTile = ({ projectId, id }: { projectId: number; id: number }) =>
  and(eq(tilesTable.id, id), eq(tilesTable.projectId, projectId));

const isOnDashboard = ({ projectId, dashboardId }: OfDashboard) =>
  and(eq(tilesTable.projectId, projectId), eq(tilesTable.dashboardId, dashboardId));

const changeTile = query((db, given: Omit<typeof tilesTable.$inferSelect, "dashboardId" | "filtersOverrides">) =>
  db
    .update(tilesTable)
    .set({ insightId: given.insightId, place: given.place, width: given.width })
    .where(isTile(given)),
);

const filterTile = query((db, given: Pick<typeof tilesTable.$inferSelect, "projectId" | "id" | "filtersOverrides">) =>
  db.update(tilesTable).set({ filtersOverrides: given.filtersOverrides }).where(isTile(given)),
);

const removeTile = query((db, given: { projectId: number; id: number }) => db.delete(tilesTable).where(isTile(given)));

const removeFrom = query((db, given: OfDashboard & { insightId: number }) =>
  db.delete(tilesTable).where(and(isOnDashboard(given), eq(tilesTable.insightId, given.insightId))),
);

/** Gives the tiles of deleted insights a place. */
const moveHidden = query((db, given: OfDashboard & { place: number }) =>
  db
    .update(tilesTable)
    .set({ place: given.place })
    .where(
      and(
        isOnDashboard(given),
        inArray(
          tilesTable.insightId,
          db
            .select({ id: savedInsights.id })
            .from(savedInsights)
            .where(and(eq(savedInsights.projectId, given.projectId), eq(savedInsights.deleted, 1))),
        ),
      ),
    ),
);

const visibleTilesOf = query((db, given: OfDashboard) =>
  db
    .select({ id: tilesTable.id })
    .from(tilesTable)
    .innerJoin(savedInsights, and(eq(savedInsights.id, tilesTable.insightId), eq(savedInsights.deleted, 0)))
    .where(isOnDashboard(given)),
);

const lastPlaceOf = query((db, given: OfDashboard) =>
  db
    .select({ place: max(tilesTable.place) })
    .from(tilesTable)
    .where(isOnDashboard(given)),
);

const dashboardById = query((db, given: { projectId: number; id: number }) =>
  db
    .select({ id: dashboards.id })
    .from(dashboards)
    .where(and(eq(dashboards.id, given.id), eq(dashboards.projectId, given.projectId), eq(dashboards.deleted, 0))),
);

const dashboardsOf = query((db, given: { projectId: number; insightId: number }) =>
  db
    .selectDistinct({ id: dashboards.id })
    .from(tilesTable)
    .innerJoin(dashboards, and(eq(dashboards.id, tilesTable.dashboardId), eq(dashboards.deleted, 0)))
    .where(and(eq(tilesTable.projectId, given.projectId), eq(tilesTable.insightId, given.insightId))),
);

/**
 * Makes these the tiles of a dashboard, in this order, within the caller's transaction; others go, but for those of deleted
 * insights, which wait for them at the end. @throws invalid for an insight or a tile that is not there
 */
export function replaceTiles(ctx: Db, { project }: SavedEdit, dashboardId: number, tiles: readonly TileInput[]): void {
  const own = new Set(visibleTiles(ctx, project.id, dashboardId));
  const kept = new Set<number>();
  for (const [place, { id, insight, width, filters_overrides: filters }] of tiles.entries()) {
    const attr = `tiles__${place}`;
    const insightId = findInsight(
      ctx,
      project.id,
      typeof insight === "object" ? insight.id : insight,
      `${attr}__insight`,
    );
    if (id === undefined) {
      const filtersOverrides = toJson(filters ?? {});
      insertTile.run(ctx.db, { projectId: project.id, dashboardId, insightId, place, width, filtersOverrides });
      continue;
    }
    if (!own.has(id) || kept.has(id)) throw invalid(`${attr}__id`, `The dashboard has no other tile ${id}.`);
    kept.add(id);
    changeTile.run(ctx.db, { projectId: project.id, id, insightId, place, width });
    if (filters === undefined) continue;
    filterTile.run(ctx.db, { projectId: project.id, id, filtersOverrides: toJson(filters ?? {}) });
  }
  for (const id of own) {
    if (!kept.has(id)) removeTile.run(ctx.db, { projectId: project.id, id });
  }
  moveHidden.run(ctx.db, { projectId: project.id, dashboardId, place: tiles.length });
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
  const current = dashboardsOf.all(db, { projectId: project.id, insightId }).map(({ id }) => id);
  for (const [index, dashboardId] of dashboardIds.entries()) {
    if (dashboardById.get(db, { projectId: project.id, id: dashboardId }) === undefined) {
      throw invalid(`dashboards__${index}`, `There is no dashboard ${dashboardId}.`);
    }
    if (current.includes(dashboardId) || dashboardIds.indexOf(dashboardId) < index) continue;
    const place = lastPlace({ db }, project.id, dashboardId) + 1;
    const tile = { insightId, place, width: DEFAULT_WIDTH, filtersOverrides: "{}" };
    insertTile.run(db, { projectId: project.id, dashboardId, ...tile });
  }
  for (const dashboardId of current.filter((id) => !dashboardIds.includes(id))) {
    removeFrom.run(db, { projectId: project.id, insightId, dashboardId });
  }
}

/** Ids of the tiles that are shown. */
function visibleTiles({ db }: Db, projectId: number, dashboardId: number): number[] {
  return visibleTilesOf.all(db, { projectId, dashboardId }).map(({ id }) => id);
}

function lastPlace({ db }: Db, projectId: number, dashboardId: number): number {
  return lastPlaceOf.get(db, { projectId, dashboardId })?.place ?? -1;
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
