import { suite } from "uvu";
import * as assert from "uvu/assert";
import { COLUMNS, fillGrid, packTiles } from "../../../adapters/ui/page/views/dashboards/pack-tiles.ts";
import type { Placed, Sized } from "../../../adapters/ui/page/views/dashboards/pack-tiles.ts";

/** Cells by the tiles on them, counted one by one. */
function countCells(tiles: readonly Placed[]): Map<string, number> {
  const cells = new Map<string, number>();
  for (const { x, y, w, h } of tiles) {
    for (let column = x; column < x + w; column++) {
      for (let row = y; row < y + h; row++) cells.set(`${column} ${row}`, (cells.get(`${column} ${row}`) ?? 0) + 1);
    }
  }
  return cells;
}

/** A row of random numbers that is the same each time. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function someTiles(seed: number): Sized[] {
  const next = randoms(seed);
  return Array.from({ length: 1 + Math.floor(next() * 12) }, (_, id) => ({
    id,
    w: 1 + Math.floor(next() * COLUMNS),
    h: 1 + Math.floor(next() * 7),
  }));
}

const places = (tiles: readonly Placed[]) => tiles.map(({ x, y, w, h }) => [x, y, w, h]);

const packing = suite("packTiles");

packing("puts tiles side by side, and a later one into a hole above", () => {
  const tiles = [
    { id: 1, w: 8, h: 4 },
    { id: 2, w: 6, h: 2 },
    { id: 3, w: 4, h: 4 },
  ];
  assert.equal(places(packTiles(tiles)), [
    [0, 0, 8, 4],
    [0, 4, 6, 2],
    [8, 0, 4, 4],
  ]);
});

packing("of random tiles lays none over another, and none beyond the edge", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const packed = packTiles(someTiles(seed));
    assert.ok(
      [...countCells(packed).values()].every((count) => count === 1),
      String(seed),
    );
    assert.ok(
      packed.every(({ x, w }) => x >= 0 && x + w <= COLUMNS),
      String(seed),
    );
  }
});

packing.run();

const filling = suite("fillGrid");

filling("leaves no hole: every cell of the rectangle has one tile", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const filled = fillGrid(packTiles(someTiles(seed)));
    const rows = filled.reduce((most, { y, h }) => Math.max(most, y + h), 0);
    const cells = countCells(filled);
    assert.is(cells.size, rows * COLUMNS, String(seed));
    assert.ok(
      [...cells.values()].every((count) => count === 1),
      String(seed),
    );
  }
});

filling("fills a hole that four tiles keep from each other", () => {
  // A pinwheel around the cell in the middle, in a grid that it fills.
  const pinwheel = [
    { id: 1, x: 0, y: 0, w: 7, h: 1 },
    { id: 2, x: 7, y: 0, w: 5, h: 2 },
    { id: 3, x: 5, y: 2, w: 7, h: 1 },
    { id: 4, x: 0, y: 1, w: 5, h: 2 },
  ];
  const filled = fillGrid(pinwheel);
  const rows = filled.reduce((most, { y, h }) => Math.max(most, y + h), 0);
  const cells = countCells(filled);
  assert.equal([cells.size, Math.max(...cells.values())], [rows * COLUMNS, 1]);
});

filling("keeps tiles that fit as they are", () => {
  const tiles = [
    { id: 1, x: 0, y: 0, w: 6, h: 5 },
    { id: 2, x: 6, y: 0, w: 6, h: 5 },
  ];
  assert.equal(fillGrid(tiles), tiles);
  assert.equal(fillGrid([]), []);
});

filling.run();
