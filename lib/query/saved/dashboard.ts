import { toIso } from "../../base/clock.ts";
import { fromColumns } from "../../storage/queries/index.ts";
import type { dashboards } from "../../storage/tables/index.ts";
import type { SavedInsight } from "./insight.ts";

/** An insight or a text on a dashboard. */
export interface Tile {
  id: number;
  /** Null = a text. */
  insight: SavedInsight | null;
  /** Null = an insight. */
  text: TileText | null;
  /** Width in columns; a row has 12. */
  width: number;
  /** Its place among the tiles, from 0. */
  order: number;
  /** Filters over the insight in the place of the dashboard's, altogether; empty = the dashboard's. */
  filters_overrides: DashboardFilters;
  /** Its place in the grid, of wide (`sm`) and narrow (`xs`) windows; empty = after the tile before it. */
  layouts: TileLayouts;
  // A field that clients of the real service require: hoglet's tiles have no color.
  color: null;
}

/** A text on a dashboard. */
export interface TileText {
  /** The id of the text's tile. */
  id: number;
  body: string;
  /** Null = the program that holds the handle. */
  created_by: { first_name: string; email: null } | null;
  /** ISO text. */
  last_modified_at: string;
  last_modified_by: null;
}

/** A tile's place in cells of the grid, from its left and top. */
export interface TileLayout {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface TileLayouts {
  /** In a grid of 12 columns. */
  sm?: TileLayout;
  /** In a grid of one column. */
  xs?: TileLayout;
}

/** Filters over the insights of a dashboard. */
export interface DashboardFilters {
  /** Dates instead of those of the insights, as questions have them (`-30d`); absent = their own. */
  date_from?: string;
  date_to?: string;
  /** Property filters that events must pass too: a list, or a group. */
  properties?: unknown[] | Record<string, unknown>;
  /** The breakdown of trends and funnels that were saved by `query`. */
  breakdown_filter?: Record<string, unknown>;
}

/** A dashboard as lists show it. */
export interface DashboardSummary {
  id: number;
  name: string;
  description: string;
  /** Listed before the others. */
  pinned: boolean;
  tags: string[];
  /** Filters over its insights. */
  filters: DashboardFilters;
  /** Does a link show it to its holders, also without a key? */
  is_shared: boolean;
  deleted: boolean;
  /** ISO text. */
  created_at: string;
  /** Null = the program that holds the handle. */
  created_by: { first_name: string; email: null } | null;
  /** ISO text: when anything but its insights last changed. */
  last_modified_at: string;
}

/** A dashboard with its tiles, in their order. */
export interface Dashboard extends DashboardSummary {
  tiles: Tile[];
}

/** The fields of a dashboard that its table has under their names, as a new one has them. */
export const NEW_DASHBOARD = {
  name: "New dashboard",
  description: "",
  pinned: false,
  tags: [] as string[],
  filters: {} as DashboardFilters,
  deleted: false,
};

export type DashboardRow = typeof dashboards.$inferSelect;

/** The client's view of a row. */
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
