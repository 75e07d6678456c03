import { arrayOf, FLOAT64, STRING, tupleOf, UINT8 } from "../compile/type.ts";
import type { ScalarFunctions } from "./function.ts";

const BASE32 = "0123456789bcdefghjkmnpqrstuvwxyz";
const BITS = 5;
const MOST_LETTERS = 12;
/** Cells that geohashesInBox gives, 20 bytes each. ClickHouse's own bound is 10 million. */
const MOST_CELLS = 100_000;

type Point = [x: number, y: number];
type Side = [low: number, high: number];

/** Halves the sides of the earth in turn, longitude first. @param isUpper of a bit */
function halve(bits: number, isUpper: (bit: number, side: Side) => boolean): [longitude: Side, latitude: Side] {
  const sides: [Side, Side] = [
    [-180, 180],
    [-90, 90],
  ];
  for (let bit = 0; bit < bits; bit++) {
    const side = sides[bit % 2] as Side;
    side[isUpper(bit, side) ? 0 : 1] = (side[0] + side[1]) / 2;
  }
  return sides;
}

const middle = ([low, high]: Side) => (low + high) / 2;

function encode(longitude: number, latitude: number, precision = MOST_LETTERS): string {
  const letters = precision < 1 || precision > MOST_LETTERS ? MOST_LETTERS : Math.trunc(precision);
  let text = "";
  let letter = 0;
  halve(letters * BITS, (bit, side) => {
    const isUpper = (bit % 2 === 0 ? longitude : latitude) >= middle(side);
    letter = letter * 2 + Number(isUpper);
    if (bit % BITS === BITS - 1) [text, letter] = [text + BASE32[letter], 0];
    return isUpper;
  });
  return text;
}

function cellOf(hash: string): [longitude: Side, latitude: Side] {
  const letters = Array.from(hash.slice(0, MOST_LETTERS), (sign) => Math.max(0, BASE32.indexOf(sign)));
  return halve(letters.length * BITS, (bit) => {
    return (((letters[Math.floor(bit / BITS)] ?? 0) >> (BITS - 1 - (bit % BITS))) & 1) === 1;
  });
}

/** The cells of a box, from its south-western corner, column by column. */
function cellsIn([west, east]: Side, [south, north]: Side, precision: number): string[] {
  if (west > east || south > north) return [];
  const [width, height] = cellOf(encode(0, 0, precision)).map(([low, high]) => high - low) as [number, number];
  const [left, bottom] = cellOf(encode(west, south, precision)).map(middle) as [number, number];
  const [right, top] = cellOf(encode(east, north, precision)).map(middle) as [number, number];
  const [columns, rows] = [Math.round((right - left) / width) + 1, Math.round((top - bottom) / height) + 1];
  if (columns * rows > MOST_CELLS)
    throw new Error(`A box of more than ${MOST_CELLS} cells of geohashes cannot be listed.`);
  return Array.from({ length: columns * rows }, (_, index) =>
    encode(left + Math.floor(index / rows) * width, bottom + (index % rows) * height, precision),
  );
}

/** Is a point in a polygon, or on its outline? */
function isWithin([x, y]: Point, polygon: readonly Point[]): boolean {
  let isInside = false;
  for (const [index, [ax, ay]] of polygon.entries()) {
    const [bx, by] = polygon.at(index - 1) as Point;
    const cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    const isBetween = Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by);
    if (cross === 0 && isBetween) return true;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
}

const readPoints = (text: string) => JSON.parse(text) as Point[];

/** Functions of places, without distances: ClickHouse computes those from tables of rounded cosines. */
export const GEO_FUNCTIONS: ScalarFunctions = {
  geohashEncode: { takes: "n n n?", gives: STRING, run: encode },
  geohashDecode: {
    takes: "s",
    gives: tupleOf([FLOAT64, FLOAT64]),
    run: (hash: string) => JSON.stringify(cellOf(hash).map(middle)),
  },
  geohashesInBox: {
    takes: "n n n n n",
    gives: arrayOf(STRING),
    run: (west: number, south: number, east: number, north: number, precision: number) =>
      JSON.stringify(cellsIn([west, east], [south, north], precision)),
  },
  pointInPolygon: {
    takes: "x a a*",
    gives: UINT8,
    run: (point: string, outline: string, ...holes: string[]) => {
      const at = JSON.parse(point) as Point;
      return Number(isWithin(at, readPoints(outline)) && !holes.some((hole) => isWithin(at, readPoints(hole))));
    },
  },
  /** Ellipses of their middles and half widths, along the axes. */
  pointInEllipses: {
    takes: "n n n n n n n*",
    gives: UINT8,
    run: (x: number, y: number, ...ellipses: number[]) => {
      if (ellipses.length % 4 !== 0) throw new Error("pointInEllipses takes x, y, and four numbers of each ellipse.");
      for (let at = 0; at < ellipses.length; at += 4) {
        const [cx = 0, cy = 0, a = 0, b = 0] = ellipses.slice(at, at + 4);
        if (((x - cx) / a) ** 2 + ((y - cy) / b) ** 2 <= 1) return 1;
      }
      return 0;
    },
  },
};
