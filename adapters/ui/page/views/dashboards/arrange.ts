import type { Tile } from "../../../../../lib/index.ts";
import { moveItem } from "../../move-item.ts";

/** Widths that buttons offer, in columns of 12, with their names. */
export const WIDTHS: readonly { columns: number; name: string }[] = [
  { columns: 4, name: "a third" },
  { columns: 6, name: "half" },
  { columns: 8, name: "two thirds" },
  { columns: 12, name: "the whole width" },
];

/** The next of `WIDTHS` in a direction, also from a width between them; the same one where there is none. */
export function nextWidth(columns: number, direction: "narrower" | "wider"): number {
  const found =
    direction === "wider"
      ? WIDTHS.find((width) => width.columns > columns)
      : WIDTHS.findLast((width) => width.columns < columns);
  return found?.columns ?? columns;
}

/** A width in words: that of `WIDTHS`, or its columns. */
export function tellWidth(columns: number): string {
  return WIDTHS.find((width) => width.columns === columns)?.name ?? `${columns} of 12 columns`;
}

/** The tiles with one of another width. */
export function withWidth(tiles: readonly Tile[], id: number, width: number): Tile[] {
  return tiles.map((tile) => (tile.id === id ? { ...tile, width } : tile));
}

/** The tiles with one taken to where another is. An unknown one moves nothing. */
export function moveTo(tiles: readonly Tile[], id: number, targetId: number): Tile[] {
  const [from, to] = [id, targetId].map((one) => tiles.findIndex((tile) => tile.id === one)) as [number, number];
  return from < 0 || to < 0 ? [...tiles] : moveItem(tiles, from, to);
}

/** What is sent to have these tiles in this order. */
export function toTileInputs(tiles: readonly Tile[]): { id: number; insight: number; width: number }[] {
  return tiles.map(({ id, insight, width }) => ({ id, insight: insight.id, width }));
}
