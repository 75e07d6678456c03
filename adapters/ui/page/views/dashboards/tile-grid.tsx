import { useRef, useState } from "preact/hooks";
import type { Dashboard, Tile } from "../../../../../lib/index.ts";
import type { ColourBook } from "../../parts/chart-lines.ts";
import { ColourContext } from "../../parts/colour-context.ts";
import { moveItem } from "../../move-item.ts";
import { describeWidth, moveTo, packed, sizeOf, withSize } from "./arrange.ts";
import { fillGrid, packTiles } from "./pack-tiles.ts";
import type { Sized } from "./pack-tiles.ts";
import { TileCard } from "./tile-card.tsx";

interface TileGridProps {
  dashboard: Dashboard;
  /** Are the handles to move, resize and remove shown? */
  isArranging: boolean;
  /** All tiles ask again when it grows. */
  turn: number;
  /** Receives all tiles in their new order. */
  arrange: (tiles: Tile[]) => void;
  /** Opens the text of a tile to be edited. */
  edit: (tile: Tile) => void;
}

/** The tiles of a dashboard, arranged by dragging or by buttons; screen readers hear each change. */
export function TileGrid({ dashboard, isArranging, turn, arrange, edit }: TileGridProps) {
  const { id, filters } = dashboard;
  // While its corner is dragged, a tile has that size.
  const [dragging, setDragging] = useState<Sized>();
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const [news, setNews] = useState("");
  const book = useRef<ColourBook>(new Map());
  const tiles = dragging === undefined ? dashboard.tiles : withSize(dashboard.tiles, dragging.id, dragging);
  const places = new Map(fillGrid(packTiles(tiles.map(sizeOf))).map((place) => [place.id, place]));
  const drop = (targetId: number) => {
    if (dragged !== undefined && dragged !== targetId) place(moveTo(tiles, dragged, targetId), dragged);
    setDragged(undefined);
    setOver(undefined);
  };
  const place = (next: Tile[], moved: number) => {
    arrange(next);
    const index = next.findIndex((tile) => tile.id === moved);
    setNews(`${tileNameOf(next[index])} is at place ${index + 1} of ${next.length}.`);
  };
  const resize = (tile: Tile, size: Omit<Sized, "id">) => {
    const next = withSize(tiles, tile.id, size);
    arrange(next);
    const { w, h } = sizeOf(next.find((each) => each.id === tile.id) ?? tile);
    setNews(`${tileNameOf(tile)} takes ${describeWidth(w)}, and ${h} ${h === 1 ? "row" : "rows"}.`);
  };
  const remove = (tile: Tile) => {
    arrange(packed(tiles.filter((each) => each.id !== tile.id)));
    const rest = tile.insight === null ? "" : "; it is still among the saved insights";
    setNews(`${tileNameOf(tile)} is off the dashboard${rest}.`);
  };
  return (
    <ColourContext.Provider value={book.current}>
      <p class={isArranging ? "hint" : "unseen"} role="status">
        {news || (isArranging ? "Drag tiles by their heads and corners, or use the buttons." : "")}
      </p>
      <ul class="tiles" aria-label="Tiles">
        {tiles.map((tile, index) => (
          <TileCard
            key={tile.id}
            tile={tile}
            cells={places.get(tile.id) ?? { x: 0, y: 0, ...sizeOf(tile) }}
            dashboard={id}
            filters={Object.keys(tile.filters_overrides).length > 0 ? tile.filters_overrides : filters}
            turn={turn}
            place={{ isFirst: index === 0, isLast: index === tiles.length - 1 }}
            isArranging={isArranging}
            isTarget={over === tile.id && dragged !== undefined && dragged !== tile.id}
            move={(step) => place(packed(moveItem(tiles, index, index + step)), tile.id)}
            resize={(size) => resize(tile, size)}
            dragCorner={(size) => setDragging(size === null ? undefined : { id: tile.id, ...size })}
            remove={() => remove(tile)}
            edit={() => edit(tile)}
            drag={() => setDragged(tile.id)}
            dragOver={() => setOver(tile.id)}
            drop={() => drop(tile.id)}
            dragEnd={() => setDragged(undefined)}
          />
        ))}
      </ul>
    </ColourContext.Provider>
  );
}

function tileNameOf(tile: Tile | undefined): string {
  return tile?.insight?.name || (tile?.insight === null ? "The text" : "The insight");
}
