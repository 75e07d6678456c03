import * as v from "valibot";
import { activityOf, changesOf, recorderOf } from "../../admin/activity/index.ts";
import type { Change } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { StoredFlag, StoredText, Tags, write } from "../../storage/index.ts";
import { NEW_DASHBOARD } from "./dashboard.ts";
import type { Dashboard } from "./dashboard.ts";
import { FiltersInput } from "./dashboard-filters.ts";
import { Description } from "./edit.ts";
import type { SavedEdit } from "./edit.ts";
import { getDashboard } from "./get-dashboard.ts";
import { replaceTiles, TileInput } from "./tiles.ts";
import { changeRow, columnKeys, insertInto, toColumns } from "../../storage/queries/index.ts";
import { dashboards } from "../../storage/tables/index.ts";

type Writes = Pick<Context, "db" | "clock" | "log">;

const record = recorderOf("Dashboard");

const Name = v.pipe(StoredText, v.trim(), v.nonEmpty("This field may not be blank."), v.maxLength(400));

const Tiles = v.pipe(v.array(TileInput), v.maxLength(200));

export const DashboardInput = v.object({
  name: v.optional(Name, "New dashboard"),
  description: v.optional(Description, ""),
  pinned: v.optional(StoredFlag, false),
  tags: v.optional(Tags, () => []),
  filters: v.optional(FiltersInput, () => ({})),
  tiles: v.optional(Tiles, () => []),
});
export type DashboardInput = v.InferInput<typeof DashboardInput>;

/** Absent fields stay. `tiles` replaces the whole list. */
export const DashboardUpdate = v.object({
  name: v.exactOptional(Name),
  description: v.exactOptional(Description),
  pinned: v.exactOptional(StoredFlag),
  tags: v.exactOptional(Tags),
  filters: v.exactOptional(FiltersInput),
  tiles: v.exactOptional(Tiles),
  /** False brings it back. */
  deleted: v.exactOptional(StoredFlag),
});
export type DashboardUpdate = v.InferInput<typeof DashboardUpdate>;

const insertDashboard = insertInto(dashboards, [
  "projectId",
  ...columnKeys(NEW_DASHBOARD),
  "createdAt",
  "createdBy",
  "lastModifiedAt",
]);

const changeDashboard = changeRow(dashboards, [...columnKeys(NEW_DASHBOARD), "lastModifiedAt"]);

/** @throws invalid naming the field, also of a tile whose insight does not exist */
export async function createDashboard(
  ctx: Writes,
  edit: SavedEdit,
  { tiles, ...wanted }: v.InferOutput<typeof DashboardInput>,
): Promise<Dashboard> {
  const { project } = edit;
  return write(ctx.db, () => {
    const nowMs = ctx.clock.now();
    const { lastInsertRowid } = insertDashboard.run(ctx.db, {
      projectId: project.id,
      ...toColumns({ ...NEW_DASHBOARD, ...wanted }, NEW_DASHBOARD),
      createdAt: nowMs,
      createdBy: edit.by.kind === "key" ? edit.by.label : null,
      lastModifiedAt: nowMs,
    });
    const id = Number(lastInsertRowid);
    replaceTiles(ctx, edit, id, tiles);
    record(ctx, edit, { id, name: wanted.name }, "created");
    return getDashboard(ctx, project.id, id);
  });
}

/** Changes a dashboard. @throws notFound; invalid naming the field */
export async function updateDashboard(
  ctx: Writes,
  edit: SavedEdit,
  id: number | string,
  { tiles, ...wanted }: v.InferOutput<typeof DashboardUpdate>,
): Promise<Dashboard> {
  const { project } = edit;
  return write(ctx.db, () => {
    const before = getDashboard(ctx, project.id, id);
    if (tiles !== undefined) replaceTiles(ctx, edit, before.id, tiles);
    const after = { ...getDashboard(ctx, project.id, before.id), ...wanted };
    const changes = toChanges(before, after);
    if (changes.length > 0) {
      changeDashboard.run(ctx.db, {
        projectId: project.id,
        id: before.id,
        ...toColumns(after, NEW_DASHBOARD),
        lastModifiedAt: ctx.clock.now(),
      });
      record(ctx, edit, after, activityOf(before, after), changes);
    }
    return getDashboard(ctx, project.id, before.id);
  });
}

/** Hides a dashboard; `deleted: false` brings it back. @throws notFound */
export async function deleteDashboard(ctx: Writes, edit: SavedEdit, id: number | string): Promise<void> {
  await updateDashboard(ctx, edit, id, { deleted: true });
}

function toChanges(before: Dashboard, after: Dashboard): Change[] {
  const fields = Object.keys(NEW_DASHBOARD) as (keyof typeof NEW_DASHBOARD)[];
  const changes = changesOf(before, after, fields).map((change) =>
    change.field === "filters" ? Object.assign(change, { before: datesOf(before), after: datesOf(after) }) : change,
  );
  const [tiles, tilesAfter] = [before, after].map((dashboard) =>
    dashboard.tiles.map(({ id, insight, width, layouts, filters_overrides: filters }) => ({
      id,
      insight: insight?.id ?? null,
      width,
      ...(Object.keys(layouts).length > 0 && { layouts }),
      ...(Object.keys(filters).length > 0 && { filters_overrides: datesOf({ filters }) }),
    })),
  );
  // The log only tells the place of each insight, by its id.
  if (JSON.stringify(tiles) !== JSON.stringify(tilesAfter)) {
    changes.push({ action: "changed", field: "tiles", before: tiles, after: tilesAfter });
  }
  return changes;
}

/** Dates: other filters have values of properties, which the log may not hold. */
function datesOf({ filters: { date_from, date_to } }: Pick<Dashboard, "filters">): Dashboard["filters"] {
  return { ...(date_from !== undefined && { date_from }), ...(date_to !== undefined && { date_to }) };
}
