import * as v from "valibot";
import { By, describedElsewhere, Id, Instant, Properties } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import { fromColumns } from "../../storage/queries/index.ts";
import type { dashboards } from "../../storage/tables/index.ts";
import type { SavedInsight } from "./insight.ts";

const TileText = v.object({
  /** The id of its tile. */
  id: Id,
  body: v.string(),
  /** Null = the program that holds the handle. */
  created_by: By,
  /** ISO text. */
  last_modified_at: Instant,
  last_modified_by: v.null(),
});
export interface TileText extends v.InferOutput<typeof TileText> {}

/** A tile's place in cells of the grid, from its left and top. */
export interface TileLayout {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface TileLayouts {
  /** The tile's place in a grid of 12 columns. */
  sm?: TileLayout;
  /** The tile's place in a grid of one column. */
  xs?: TileLayout;
}

const DashboardFilters = v.object({
  /** Dates instead of those of the insights, as questions have them (`-30d`); absent = their own. */
  date_from: v.exactOptional(v.string()),
  date_to: v.exactOptional(v.string()),
  /** Property filters that events must pass too: a list, or a group. */
  properties: v.exactOptional(v.union([v.array(v.unknown()), Properties])),
  /** The breakdown of trends and funnels that were saved by `query`. */
  breakdown_filter: v.exactOptional(Properties),
});
export interface DashboardFilters extends v.InferOutput<typeof DashboardFilters> {}

export const DashboardSummary = v.pipe(
  v.object({
    id: Id,
    name: v.string(),
    description: v.string(),
    /** Pinned dashboards are listed before the others. */
    pinned: v.boolean(),
    tags: v.array(v.string()),
    filters: DashboardFilters,
    /** Does a link show it to its holders, also without a key? */
    is_shared: v.boolean(),
    deleted: v.boolean(),
    /** ISO text. */
    created_at: Instant,
    /** Null = the program that holds the handle. */
    created_by: By,
    /** ISO text: when anything but its insights last changed. */
    last_modified_at: Instant,
  }),
  v.examples([
    {
      id: 2,
      name: "Growth",
      description: "",
      pinned: true,
      tags: [],
      filters: { date_from: "-30d" },
      is_shared: false,
      deleted: false,
      created_at: "2024-05-02T10:00:00Z",
      created_by: null,
      last_modified_at: "2024-05-02T10:00:00Z",
    },
  ]),
);
export interface DashboardSummary extends v.InferOutput<typeof DashboardSummary> {}

/** An insight or a text on a dashboard. */
function tileOf<const Insight extends v.GenericSchema>(insight: Insight) {
  return v.object({
    id: Id,
    /** Null = a text. */
    insight: v.nullable(insight),
    /** Width in columns; a row has 12. */
    width: Id,
    /** Filters over the insight in the place of the dashboard's, altogether; empty = the dashboard's. */
    filters_overrides: describedElsewhere<DashboardFilters>(),
    /** Its place among the tiles, from 0. */
    order: v.number(),
    /** Its place in the grid, of wide (`sm`) and narrow (`xs`) windows; empty = after the tile before it. */
    layouts: describedElsewhere<TileLayouts>(),
    // PostHog's clients require it; tiles have no color here.
    color: v.null(),
    /** Null = an insight. */
    text: v.nullable(TileText),
  });
}

/** A dashboard whose insights have one of their forms. */
export function dashboardOf<const Insight extends v.GenericSchema>(insight: Insight) {
  return v.object({ ...DashboardSummary.entries, tiles: v.array(tileOf(insight)) });
}

export interface Tile extends v.InferOutput<ReturnType<typeof tileOf<typeof SavedInsight>>> {}

/** Tiles are in their order. */
export interface Dashboard extends DashboardSummary {
  tiles: Tile[];
}

/** A new dashboard's fields, which have columns of the same names. */
export const NEW_DASHBOARD = {
  name: "New dashboard",
  description: "",
  pinned: false,
  tags: [] as string[],
  filters: {} as DashboardFilters,
  deleted: false,
};

export type DashboardRow = typeof dashboards.$inferSelect;

export function toSummary(row: DashboardRow): DashboardSummary {
  return {
    id: row.id,
    ...fromColumns(row, NEW_DASHBOARD),
    is_shared: row.shareHash !== null,
    created_at: toIso(row.createdAt),
    created_by: row.createdBy === null ? null : { first_name: row.createdBy, email: null },
    last_modified_at: toIso(row.lastModifiedAt),
  };
}
