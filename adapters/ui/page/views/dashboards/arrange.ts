import type { Tile } from "../../../../../lib/index.ts";
import { moveItem } from "../../move-item.ts";

/** Widths that buttons offer, in columns of 12, with their names. */
export const WIDTHS: readonly { columns: number; name: string }[] = [
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

/** The tiles with a new width of one tile. */
export function withWidth(tiles: readonly Tile[], id: number, width: number): Tile[] {
  return tiles.map((tile) => (tile.id === id ? { ...tile, width } : tile));
}

/** The tiles with one tile moved to another's position. An unknown tile changes nothing. */
export function moveTo(tiles: readonly Tile[], id: number, targetId: number): Tile[] {
  const [from, to] = [id, targetId].map((one) => tiles.findIndex((tile) => tile.id === one)) as [number, number];
  return from < 0 || to < 0 ? [...tiles] : moveItem(tiles, from, to);
}

/** The input that gives the tiles this order. */
export function toTileInputs(tiles: readonly Tile[]): { id: number; insight: number; width: number }[] {
  return tiles.map(({ id, insight, width }) => ({ id, insight: insight.id, width }));
}
