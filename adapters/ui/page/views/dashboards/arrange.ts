import type { DashboardUpdate, Tile } from "../../../../../lib/index.ts";
import { moveItem } from "../../move-item.ts";
import { COLUMNS, packTiles } from "./pack-tiles.ts";
import type { Sized } from "./pack-tiles.ts";

/** Widths that buttons offer, in columns of 12, with their names. */
export const WIDTHS: readonly { columns: number; name: string }[] = [
  { columns: 3, name: "a quarter" },
  { columns: 4, name: "a third" },
  { columns: 6, name: "half" },
  { columns: 8, name: "two thirds" },
  { columns: 12, name: "the whole width" },
];

/** The next of `WIDTHS` in a direction, also from a width in between; unchanged at the end. */
export function nextWidth(columns: number, direction: "narrower" | "wider"): number {
  const found =
    direction === "wider"
      ? WIDTHS.find((width) => width.columns > columns)
      : WIDTHS.findLast((width) => width.columns < columns);
  return found?.columns ?? columns;
}

/** The name of a width in `WIDTHS`, or its number of columns. */
export function describeWidth(columns: number): string {
  return WIDTHS.find((width) => width.columns === columns)?.name ?? `${columns} of 12 columns`;
}

/** Rows of a tile: of one without a place, the least, and the most. A row is about as high as three lines of text. */
const [INSIGHT_ROWS, TEXT_ROWS] = [5, 2];
export const [LEAST_ROWS, MOST_ROWS] = [1, 16];
/** Columns of the narrowest tile. */
export const LEAST_COLUMNS = 2;

/** The size of a tile in cells. */
export function sizeOf({ id, width, layouts, text }: Tile): Sized {
  return { id, w: width, h: layouts.sm?.h ?? (text === null ? INSIGHT_ROWS : TEXT_ROWS) };
}

/** The tiles with a new size of one tile; the grid packs them again. */
export function withSize(tiles: readonly Tile[], id: number, { w, h }: Omit<Sized, "id">): Tile[] {
  const width = Math.max(LEAST_COLUMNS, Math.min(w, COLUMNS));
  const height = Math.max(LEAST_ROWS, Math.min(h, MOST_ROWS));
  return packed(
    tiles.map((tile) =>
      tile.id === id ? { ...tile, width, layouts: { ...tile.layouts, sm: { x: 0, y: 0, w: width, h: height } } } : tile,
    ),
  );
}

/** The tiles with their places in the grid, in their order. */
export function packed(tiles: readonly Tile[]): Tile[] {
  const places = new Map(packTiles(tiles.map(sizeOf)).map(({ id, ...place }) => [id, place]));
  return tiles.map((tile) => {
    const sm = places.get(tile.id);
    return sm === undefined ? tile : { ...tile, width: sm.w, layouts: { ...tile.layouts, sm } };
  });
}

/** The tiles in the order in which they are read: another client may have given them places that are not in their order. */
export function ordered(tiles: readonly Tile[]): Tile[] {
  const isOurs = packed(tiles).every(({ layouts: { sm } }, index) => {
    const stored = tiles[index]?.layouts.sm;
    return stored === undefined || (stored.x === sm?.x && stored.y === sm.y);
  });
  if (isOurs) return [...tiles];
  return tiles.toSorted((a, b) => cellOf(a) - cellOf(b) || a.order - b.order);
}

/** The number of a tile's first cell, row by row; a tile without a place comes last. */
function cellOf({ layouts: { sm } }: Tile): number {
  return sm === undefined ? Number.MAX_SAFE_INTEGER : sm.y * COLUMNS + sm.x;
}

/** The tiles with one tile moved to another's position. An unknown tile changes nothing. */
export function moveTo(tiles: readonly Tile[], id: number, targetId: number): Tile[] {
  const [from, to] = [id, targetId].map((one) => tiles.findIndex((tile) => tile.id === one)) as [number, number];
  return packed(from < 0 || to < 0 ? tiles : moveItem(tiles, from, to));
}

/** The input that gives the tiles this order. */
export function toTileInputs(tiles: readonly Tile[]): TileInput[] {
  return tiles.map(({ id, insight, text, width, layouts }) => ({
    id,
    ...(insight === null ? { text: { body: text?.body ?? "" } } : { insight: insight.id }),
    width,
    layouts,
  }));
}

type TileInput = NonNullable<DashboardUpdate["tiles"]>[number];
