import { useRef } from "preact/hooks";
import { sizeOf } from "./arrange.ts";
import type { Placed } from "./pack-tiles.ts";
import type { TileToolsProps } from "./tile-tools.tsx";

/** The props of a tile's corner. */
export interface TileCornerProps extends Pick<TileToolsProps, "tile" | "resize"> {
  /** The tile's place in the grid, grown into the holes around it. */
  cells: Placed;
  /** Called with the tile's size while its corner is dragged; null = it was dropped. */
  dragCorner: (size: { w: number; h: number } | null) => void;
}

/** The corner by which a tile is resized with a mouse or a finger; the buttons do the same by keyboard. */
export function TileCorner({ tile, cells, resize, dragCorner }: TileCornerProps) {
  const start = useRef<{ x: number; y: number; w: number; h: number; column: number; row: number }>();
  const sizeAt = (event: PointerEvent) => {
    const { x, y, w, h, column, row } = start.current ?? { x: 0, y: 0, ...sizeOf(tile), column: 1, row: 1 };
    return { w: w + Math.round((event.clientX - x) / column), h: h + Math.round((event.clientY - y) / row) };
  };
  const begin = (event: PointerEvent) => {
    const corner = event.currentTarget as HTMLElement;
    const box = corner.parentElement?.getBoundingClientRect();
    if (box === undefined) return;
    event.preventDefault();
    corner.setPointerCapture(event.pointerId);
    // The tile's own size, which may be smaller than its place.
    const own = { w: sizeOf(tile).w, h: sizeOf(tile).h };
    const [column, row] = [box.width / cells.w, box.height / cells.h];
    start.current = { x: event.clientX, y: event.clientY, ...own, column, row };
  };
  const end = (event: PointerEvent) => {
    if (start.current === undefined) return;
    const size = sizeAt(event);
    start.current = undefined;
    dragCorner(null);
    if (event.type === "pointerup") resize(size);
  };
  return (
    <span
      class="tile-corner"
      aria-hidden="true"
      onPointerDown={begin}
      onPointerMove={(event) => start.current !== undefined && dragCorner(sizeAt(event))}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
