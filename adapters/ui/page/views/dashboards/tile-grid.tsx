import { useState } from "preact/hooks";
import type { Dashboard, Tile } from "../../../../../lib/index.ts";
import { moveItem } from "../../move-item.ts";
import { moveTo, describeWidth, withWidth } from "./arrange.ts";
import { TileCard } from "./tile-card.tsx";

interface TileGridProps {
  dashboard: Dashboard;
  /** Are the handles to move, resize and remove shown? */
  isArranging: boolean;
  /** Receives all tiles in their new order. */
  arrange: (tiles: Tile[]) => void;
}

/** The tiles of a dashboard, arranged by dragging or by buttons; screen readers hear each change. */
export function TileGrid({ dashboard: { id: dashboard, tiles, filters }, isArranging, arrange }: TileGridProps) {
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [news, setNews] = useState("");
  const drop = (targetId: number) => {
    if (dragged !== undefined && dragged !== targetId) place(moveTo(tiles, dragged, targetId), dragged);
    setDragged(undefined);
    setOver(undefined);
  };
  const place = (next: Tile[], id: number) => {
    arrange(next);
    const index = next.findIndex((tile) => tile.id === id);
    setNews(`${nameOf(next[index])} is at place ${index + 1} of ${next.length}.`);
  };
  const resize = (tile: Tile, width: number) => {
    arrange(withWidth(tiles, tile.id, width));
    setNews(`${nameOf(tile)} takes ${describeWidth(width)}.`);
  };
  const remove = (tile: Tile) => {
    arrange(tiles.filter(({ id }) => id !== tile.id));
    setNews(`${nameOf(tile)} is off the dashboard; it is still among the saved insights.`);
  };
  return (
    <>
      <p class={isArranging ? "hint" : "unseen"} role="status">
        {news || (isArranging ? "Drag tiles by their heads, or use the buttons." : "")}
      </p>
      <ul class="tiles" aria-label="Insights">
        {tiles.map((tile, index) => (
          <TileCard
            key={tile.id}
            tile={tile}
            dashboard={dashboard}
            filters={filters}
            place={{ isFirst: index === 0, isLast: index === tiles.length - 1 }}
            isArranging={isArranging}
            isTarget={over === tile.id && dragged !== undefined && dragged !== tile.id}
            move={(step) => place(moveItem(tiles, index, index + step), tile.id)}
            resize={(width) => resize(tile, width)}
            remove={() => remove(tile)}
            drag={() => setDragged(tile.id)}
            dragOver={() => setOver(tile.id)}
            drop={() => drop(tile.id)}
            dragEnd={() => setDragged(undefined)}
          />
        ))}
      </ul>
    </>
  );
}

function nameOf(tile: Tile | undefined): string {
  return tile?.insight.name || "The insight";
}
