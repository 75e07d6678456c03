/** A tile's size in cells of the grid. */
export interface Sized {
  id: number;
  /** Columns. */
  w: number;
  /** Rows. */
  h: number;
}

/** A tile's place, from the left and the top. */
export interface Placed extends Sized {
  x: number;
  y: number;
}

/** Columns of the grid. */
export const COLUMNS = 12;

/** Puts each tile, in its order, at the first place from the top where it fits. */
export function packTiles(tiles: readonly Sized[]): Placed[] {
  const grid = openGrid();
  return tiles.map(({ id, w, h }) => {
    const width = Math.min(w, COLUMNS);
    for (let y = 0; ; y++) {
      for (let x = 0; x + width <= COLUMNS; x++) {
        const placed = { id, x, y, w: width, h };
        if (!grid.isFree(placed)) continue;
        grid.take(placed);
        return placed;
      }
    }
  });
}

/** The tiles grown into the holes between them, so that they fill their rectangle. */
export function fillGrid(packed: readonly Placed[]): Placed[] {
  const rows = packed.reduce((most, { y, h }) => Math.max(most, y + h), 0);
  const grown = packed.map((tile) => ({ ...tile }));
  const grid = openGrid();
  for (const tile of grown) grid.take(tile);
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false;
    for (const tile of grown) {
      for (const [edge, change] of edgesOf(tile, rows)) {
        if (!grid.isFree(edge)) continue;
        Object.assign(tile, change);
        grid.take(edge);
        isGrowing = true;
      }
    }
  }
  // Four tiles around a hole keep each other from it: then rows of tiles do.
  return grid.count === rows * COLUMNS ? grown : toRows(packed);
}

/** The cells beside a tile, each with the tile that has them too: to the right and the left first, since charts are wide. */
function edgesOf({ x, y, w, h }: Placed, rows: number): [edge: Omit<Placed, "id">, change: Partial<Placed>][] {
  const edges: [Omit<Placed, "id">, Partial<Placed>][] = [
    [{ x: x + w, y, w: 1, h }, { w: w + 1 }],
    [
      { x: x - 1, y, w: 1, h },
      { x: x - 1, w: w + 1 },
    ],
    [{ x, y: y + h, w, h: 1 }, { h: h + 1 }],
    [
      { x, y: y - 1, w, h: 1 },
      { y: y - 1, h: h + 1 },
    ],
  ];
  return edges.filter(([edge]) => edge.x >= 0 && edge.x < COLUMNS && edge.y >= 0 && edge.y < rows);
}

/** The tiles in rows, each as high as its highest tile and as wide as the grid. */
function toRows(packed: readonly Placed[]): Placed[] {
  const rows: Placed[][] = [];
  for (const tile of packed.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const row = rows.at(-1);
    const width = (row ?? []).reduce((sum, { w }) => sum + w, 0);
    if (row === undefined || width + tile.w > COLUMNS) rows.push([tile]);
    else row.push(tile);
  }
  let y = 0;
  return rows.flatMap((row) => {
    const h = Math.max(...row.map((tile) => tile.h));
    let x = 0;
    const placed = row.map((tile, index) => {
      const w = index === row.length - 1 ? COLUMNS - x : tile.w;
      x += w;
      return { id: tile.id, x: x - w, y, w, h };
    });
    y += h;
    return placed;
  });
}

interface Grid {
  isFree(cells: Omit<Placed, "id">): boolean;
  take(cells: Omit<Placed, "id">): void;
  /** Cells that are taken. */
  readonly count: number;
}

function openGrid(): Grid {
  const taken = new Set<number>();
  return {
    isFree: (cells) => cellsOf(cells).every((cell) => !taken.has(cell)),
    take: (cells) => cellsOf(cells).forEach((cell) => taken.add(cell)),
    get count() {
      return taken.size;
    },
  };
}

/** The numbers of cells, row by row. */
function cellsOf({ x, y, w, h }: Omit<Placed, "id">): number[] {
  return Array.from({ length: w * h }, (_, index) => (y + Math.floor(index / w)) * COLUMNS + x + (index % w));
}
