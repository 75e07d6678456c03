import * as v from "valibot";
import type { Context } from "../context.ts";
import { HogletError, invalid } from "../../base/errors.ts";
import { StoredText, toJson } from "../../storage/index.ts";
import { FiltersInput } from "./dashboard-filters.ts";
import type { SavedEdit } from "./edit.ts";
import { getInsight } from "./get-insight.ts";
import type { SavedInsight } from "./insight.ts";
import { requireReading } from "../read-scopes.ts";
import { and, eq, inArray, insertInto, max, or, query } from "../../storage/queries/index.ts";
import { dashboards, dashboardTiles as tilesTable, savedInsights } from "../../storage/tables/index.ts";

type Db = Pick<Context, "db">;
type Writes = Pick<Context, "db" | "clock">;

/** A tile is half as wide as a dashboard by default. */
const COLUMNS = 12;
const DEFAULT_WIDTH = 6;

/** The insight of a tile with a text: no insight has this id. */
const TEXT = 0;

const InsightId = v.union([v.number(), v.string()], "Expected the id or the short id of a saved insight.");

const Cells = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** Rows of a grid, and of a tile: far more than anybody scrolls. */
const [MOST_ROWS, MOST_HEIGHT] = [10_000, 100];

const Layout = v.object({
  x: Cells(0, COLUMNS - 1),
  y: Cells(0, MOST_ROWS),
  w: Cells(1, COLUMNS),
  h: Cells(1, MOST_HEIGHT),
});

/** Most characters of a text (reference/agents.md 6.2). */
const MAX_BODY = 4000;

const TextInput = v.object({
  body: v.pipe(StoredText, v.nonEmpty("This field may not be blank."), v.maxLength(MAX_BODY)),
});

/** A tile as it is sent: an insight (id, short id, or the whole as it was read) or a text, and its size in cells. */
export const TileInput = v.pipe(
  v.object({
    /** An existing tile stays that tile. Absent = a new tile. */
    id: v.exactOptional(v.pipe(v.number(), v.integer())),
    insight: v.nullish(v.union([InsightId, v.object({ id: InsightId })], "Expected a saved insight.")),
    /** Instead of an insight. */
    text: v.nullish(TextInput),
    /**
     * The width in columns of 12.
     * @default that of `layouts.sm`, else 6
     */
    width: v.exactOptional(Cells(1, COLUMNS)),
    /** Its place in the grid, of wide and of narrow windows. @default that of the tile; of a new tile none */
    layouts: v.nullish(v.object({ sm: v.exactOptional(Layout), xs: v.exactOptional(Layout) })),
    /** Filters over the insight in the place of the dashboard's. @default those of the tile; of a new tile none */
    filters_overrides: v.nullish(FiltersInput),
  }),
  v.check(
    ({ insight, text }) => isGiven(insight) !== isGiven(text),
    "Expected a saved insight (`insight`) or a text (`text`), and not both.",
  ),
  v.transform(({ width, ...tile }) => ({ ...tile, width: width ?? tile.layouts?.sm?.w ?? DEFAULT_WIDTH })),
);

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}

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
  "layouts",
  "body",
  "bodyBy",
  "bodyAt",
]);

const isTile = ({ projectId, id }: { projectId: number; id: number }) =>
  and(eq(tilesTable.id, id), eq(tilesTable.projectId, projectId));

const isOnDashboard = ({ projectId, dashboardId }: OfDashboard) =>
  and(eq(tilesTable.projectId, projectId), eq(tilesTable.dashboardId, dashboardId));

type TileRow = typeof tilesTable.$inferSelect;

const changeTile = query((db, given: Pick<TileRow, "projectId" | "id" | "insightId" | "place" | "width" | "layouts">) =>
  db
    .update(tilesTable)
    .set({ insightId: given.insightId, place: given.place, width: given.width, layouts: given.layouts })
    .where(isTile(given)),
);

const writeText = query((db, given: Pick<TileRow, "projectId" | "id" | "body" | "bodyBy" | "bodyAt">) =>
  db.update(tilesTable).set({ body: given.body, bodyBy: given.bodyBy, bodyAt: given.bodyAt }).where(isTile(given)),
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

/** Texts, and insights that are not deleted. */
export const isVisible = or(eq(tilesTable.insightId, TEXT), eq(savedInsights.deleted, 0));

const visibleTilesOf = query((db, given: OfDashboard) =>
  db
    .select({ id: tilesTable.id, insightId: tilesTable.insightId, layouts: tilesTable.layouts, body: tilesTable.body })
    .from(tilesTable)
    .leftJoin(savedInsights, eq(savedInsights.id, tilesTable.insightId))
    .where(and(isOnDashboard(given), isVisible)),
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
 * Makes these the tiles of a dashboard, in this order, within the caller's transaction. Other tiles go; tiles of
 * deleted insights stay at the end, in case their insights come back.
 * @throws invalid for an insight or a tile that does not exist; 403 for a new tile whose query the key may not read
 */
export function replaceTiles(ctx: Writes, edit: SavedEdit, dashboardId: number, tiles: readonly TileInput[]): void {
  const { project } = edit;
  const own = new Map(visibleTiles(ctx, project.id, dashboardId).map((tile) => [tile.id, tile]));
  const kept = new Set<number>();
  for (const [place, tile] of tiles.entries()) {
    const attr = `tiles__${place}`;
    const { id, insight, text, width, layouts, filters_overrides: filters } = tile;
    const before = id === undefined ? undefined : own.get(id);
    const shown = insight ? findInsight(ctx, project.id, toId(insight), `${attr}__insight`) : null;
    if (shown !== null && shown.id !== before?.insightId) requireReading(edit.key.scopes, shown.query);
    const insightId = shown?.id ?? TEXT;
    const body = text?.body ?? null;
    const written = { body, ...(body === null ? { bodyBy: null, bodyAt: null } : authorNow(ctx, edit)) };
    if (id === undefined) {
      const stored = { filtersOverrides: toJson(filters ?? {}), layouts: toJson(layouts ?? {}) };
      insertTile.run(ctx.db, { projectId: project.id, dashboardId, insightId, place, width, ...stored, ...written });
      continue;
    }
    if (before === undefined || kept.has(id)) throw invalid(`${attr}__id`, `The dashboard has no other tile ${id}.`);
    kept.add(id);
    const stored = layouts === undefined ? before.layouts : toJson(layouts ?? {});
    changeTile.run(ctx.db, { projectId: project.id, id, insightId, place, width, layouts: stored });
    if (before.body !== body) writeText.run(ctx.db, { projectId: project.id, id, ...written });
    if (filters === undefined) continue;
    filterTile.run(ctx.db, { projectId: project.id, id, filtersOverrides: toJson(filters ?? {}) });
  }
  for (const id of own.keys()) {
    if (!kept.has(id)) removeTile.run(ctx.db, { projectId: project.id, id });
  }
  moveHidden.run(ctx.db, { projectId: project.id, dashboardId, place: tiles.length });
}

function toId(insight: NonNullable<TileInput["insight"]>): number | string {
  return typeof insight === "object" ? insight.id : insight;
}

/** The author and time of a text. */
function authorNow({ clock }: Writes, { by }: SavedEdit): { bodyBy: string | null; bodyAt: number } {
  return { bodyBy: by.kind === "key" ? by.label : null, bodyAt: clock.now() };
}

/**
 * Puts an insight at the end of these dashboards, and takes it off all others, within the caller's transaction.
 * @throws invalid for a dashboard that does not exist
 */
export function putOnDashboards(
  { db }: Db,
  { project }: SavedEdit,
  insightId: number,
  dashboardIds: readonly number[],
): void {
  // Deleted dashboards keep their tiles, in case they come back.
  const current = dashboardsOf.all(db, { projectId: project.id, insightId }).map(({ id }) => id);
  for (const [index, dashboardId] of dashboardIds.entries()) {
    if (dashboardById.get(db, { projectId: project.id, id: dashboardId }) === undefined) {
      throw invalid(`dashboards__${index}`, `There is no dashboard ${dashboardId}.`);
    }
    if (current.includes(dashboardId) || dashboardIds.indexOf(dashboardId) < index) continue;
    const place = lastPlace({ db }, project.id, dashboardId) + 1;
    const none = { filtersOverrides: "{}", layouts: "{}", body: null, bodyBy: null, bodyAt: null };
    const tile = { insightId, place, width: DEFAULT_WIDTH, ...none };
    insertTile.run(db, { projectId: project.id, dashboardId, ...tile });
  }
  for (const dashboardId of current.filter((id) => !dashboardIds.includes(id))) {
    removeFrom.run(db, { projectId: project.id, insightId, dashboardId });
  }
}

function visibleTiles({ db }: Db, projectId: number, dashboardId: number) {
  return visibleTilesOf.all(db, { projectId, dashboardId });
}

function lastPlace({ db }: Db, projectId: number, dashboardId: number): number {
  return lastPlaceOf.get(db, { projectId, dashboardId })?.place ?? -1;
}

/** @throws invalid, naming the field, when the insight does not exist or is deleted */
function findInsight(ctx: Db, projectId: number, id: number | string, attr: string): SavedInsight {
  try {
    const insight = getInsight(ctx, projectId, id);
    if (!insight.deleted) return insight;
  } catch (error) {
    if (!(error instanceof HogletError) || error.status !== 404) throw error;
  }
  throw invalid(attr, `There is no saved insight ${id}.`);
}
