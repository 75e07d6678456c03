import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  moveTo,
  nextWidth,
  describeWidth,
  toTileInputs,
  withWidth,
} from "../../../adapters/ui/page/views/dashboards/arrange.ts";
import type { Tile } from "../../../lib/index.ts";

const tile = (id: number, width = 6) => ({ id, width, insight: { id: id * 10 } }) as Tile;
const ids = (tiles: readonly Tile[]) => tiles.map(({ id }) => id);
const TILES = [tile(1), tile(2), tile(3), tile(4)];

const moving = suite("moveTo");

moving("takes a tile to the place of another, in either direction", () => {
  assert.equal(ids(moveTo(TILES, 1, 3)), [2, 3, 1, 4]);
  assert.equal(ids(moveTo(TILES, 4, 2)), [1, 4, 2, 3]);
  assert.equal(ids(moveTo(TILES, 2, 2)), [1, 2, 3, 4]);
});

moving("moves nothing that is not there", () => {
  assert.equal(ids(moveTo(TILES, 9, 1)), [1, 2, 3, 4]);
  assert.equal(ids(moveTo(TILES, 1, 9)), [1, 2, 3, 4]);
});

moving.run();

const widths = suite("nextWidth");

widths("steps through a third, half, two thirds and the whole, and stays at the ends", () => {
  assert.equal(
    [4, 6, 8, 12].map((width) => nextWidth(width, "wider")),
    [6, 8, 12, 12],
  );
  assert.equal(
    [4, 6, 8, 12].map((width) => nextWidth(width, "narrower")),
    [4, 4, 6, 8],
  );
});

widths("finds its way from a width that somebody else chose", () => {
  assert.equal([nextWidth(7, "wider"), nextWidth(7, "narrower")], [8, 6]);
  assert.equal([nextWidth(1, "narrower"), nextWidth(1, "wider")], [1, 4]);
});

widths("tells them in words", () => assert.equal([describeWidth(6), describeWidth(7)], ["half", "7 of 12 columns"]));

widths.run();

const sent = suite("toTileInputs");

sent("names tiles and insights by their ids", () => {
  assert.equal(toTileInputs(withWidth(TILES, 2, 12).slice(0, 2)), [
    { id: 1, insight: 10, width: 6 },
    { id: 2, insight: 20, width: 12 },
  ]);
});

sent.run();
