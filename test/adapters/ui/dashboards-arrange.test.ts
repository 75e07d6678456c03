import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  describeWidth,
  moveTo,
  nextWidth,
  ordered,
  packed,
  toTileInputs,
  withSize,
} from "../../../adapters/ui/page/views/dashboards/arrange.ts";
import type { Tile } from "../../../lib/index.ts";

const tile = (id: number, width = 6) =>
  ({ id, width, order: id, insight: { id: id * 10 }, text: null, layouts: {} }) as unknown as Tile;
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

widths("steps through a quarter, a third, half, two thirds and the whole, and stays at the ends", () => {
  assert.equal(
    [4, 6, 8, 12].map((width) => nextWidth(width, "wider")),
    [6, 8, 12, 12],
  );
  assert.equal(
    [4, 6, 8, 12].map((width) => nextWidth(width, "narrower")),
    [3, 4, 6, 8],
  );
});

widths("finds its way from a width that somebody else chose", () => {
  assert.equal([nextWidth(7, "wider"), nextWidth(7, "narrower")], [8, 6]);
  assert.equal([nextWidth(1, "narrower"), nextWidth(1, "wider")], [1, 3]);
});

widths("tells them in words", () => assert.equal([describeWidth(6), describeWidth(7)], ["half", "7 of 12 columns"]));

widths.run();

const sent = suite("toTileInputs");

sent("names tiles and insights by their ids, with their places", () => {
  const text = { ...tile(3, 12), insight: null, text: { body: "Hello" } } as unknown as Tile;
  assert.equal(toTileInputs(withSize([tile(1), tile(2), text], 2, { w: 12, h: 3 })), [
    { id: 1, insight: 10, width: 6, layouts: { sm: { x: 0, y: 0, w: 6, h: 5 } } },
    { id: 2, insight: 20, width: 12, layouts: { sm: { x: 0, y: 5, w: 12, h: 3 } } },
    { id: 3, text: { body: "Hello" }, width: 12, layouts: { sm: { x: 0, y: 8, w: 12, h: 2 } } },
  ]);
});

sent("keeps sizes within the grid", () => {
  const [wide] = withSize([tile(1)], 1, { w: 40, h: 90 });
  assert.equal(wide?.layouts.sm, { x: 0, y: 0, w: 12, h: 16 });
  const [small] = withSize([tile(1)], 1, { w: -3, h: 0 });
  assert.equal(small?.layouts.sm, { x: 0, y: 0, w: 2, h: 1 });
});

sent.run();

const at = (id: number, x: number, y: number) => ({ ...tile(id), layouts: { sm: { x, y, w: 6, h: 5 } } });

const order = suite("ordered");

order("is that of the list, also where a tile fills a hole above an earlier one", () => {
  const tiles = packed([tile(1, 8), tile(2, 6), tile(3, 4)]);
  assert.equal(ids(ordered(tiles)), [1, 2, 3]);
  assert.equal(ids(ordered([tile(2), tile(1)])), [2, 1]);
});

order("is that of the places where another client gave them", () => {
  assert.equal(ids(ordered([at(1, 0, 5), at(2, 6, 0), at(3, 0, 0)])), [3, 2, 1]);
});

order.run();
