import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  colourToken,
  lineAt,
  stack,
  COLOURS,
  OTHER,
  hasPattern,
  pickColours,
} from "../../../adapters/ui/page/parts/chart-lines.ts";
import { drawnLines, firstShown } from "../../../adapters/ui/page/views/insights/shown-lines.ts";

const LINES = [
  { name: "new", data: [2, 0], colour: 0 },
  { name: "returning", data: [3, 4], colour: 1 },
  { name: "dormant", data: [-5, -1], colour: 2 },
  { name: "gone", data: [-1, -2], colour: 3 },
];

const stacking = suite("stack");

stacking("puts values on each other, negative ones below zero", () => {
  assert.equal(stack(LINES), [
    [2, 0],
    [5, 4],
    [-5, -1],
    [-6, -3],
  ]);
});

stacking.run();

const pointing = suite("lineAt");

pointing("finds the part of a stack that is pointed at", () => {
  const ends = [2, 5, -5, -6];
  assert.equal(
    [1, 2.5, 4.9, -0.5, -5.5].map((value) => lineAt("stack", ends, value)),
    [0, 1, 1, 2, 3],
  );
});

pointing("finds the nearest line", () => {
  assert.is(lineAt("line", [10, 20, 30], 24), 1);
  assert.is(lineAt("stack", [2, 5], 100), 1);
});

pointing.run();

const colours = suite("the colours of series");

colours("begin again after twelve, with a pattern; the rest is grey", () => {
  assert.equal([0, 11, 12, OTHER].map(colourToken), ["--series-1", "--series-12", "--series-1", "--series-other"]);
  assert.equal([0, 11, 12, OTHER].map(hasPattern), [false, false, true, false]);
});

colours("stay with their names, where no two would be alike", () => {
  const book = new Map<string, number>();
  assert.equal(pickColours(["US", "DE"], book), [0, 1]);
  assert.equal(pickColours(["DE", "US", "FR"], book), [1, 0, 2]);
  assert.equal(pickColours(["AT", "US"], book), [1, 0]);
  // DE has the colour of AT now that both are here: the second takes a free one.
  assert.equal(pickColours(["DE", "AT"], book), [1, 0]);
  assert.equal(book.get("AT"), 1);
});

type Rgb = [number, number, number];
const GROUNDS: { ground: Rgb; side: 0 | 1 }[] = [
  { ground: [1, 1, 1], side: 0 },
  { ground: toRgb("#1e2024"), side: 1 },
];
/** The sight of an eye with all cones, and of eyes without those for red or green (Machado, Oliveira and Fernandes 2009, severity 1). */
const EYES: (readonly [Rgb, Rgb, Rgb])[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
];

/** Linear light of a colour. */
function toRgb(hex: string): Rgb {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return [r, g, b];
}

const times = (rows: readonly Rgb[], [r, g, b]: Rgb) =>
  rows.map(([x, y, z]) => Math.max(0, x * r + y * g + z * b)) as Rgb;

/** A colour in Oklab, in which equal distances look alike. */
function toLab(rgb: Rgb): Rgb {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  ).map(Math.cbrt) as Rgb;
  const [l, m, s] = cones;
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

colours("are told apart on both grounds, by the colour-blind too, and stand out from the ground", () => {
  const tokens = readFileSync("adapters/ui/page/design/tokens.css", "utf8");
  const pairs = [...tokens.matchAll(/--series-\d+: light-dark\((#\w+), (#\w+)\)/g)].map(([, ...both]) => both);
  assert.is(pairs.length, COLOURS);
  for (const { ground, side } of GROUNDS) {
    const series = pairs.map((both) => toRgb(both[side] ?? ""));
    for (const [index, rgb] of series.entries()) {
      const [dark = 0, light = 0] = [luminance(rgb), luminance(ground)].toSorted((a, b) => a - b);
      assert.ok((light + 0.05) / (dark + 0.05) >= 3, `series ${index + 1} has too little contrast`);
      for (const [other, against] of series.slice(0, index).entries())
        for (const eye of EYES) {
          const [a, b] = [toLab(times(eye, rgb)), toLab(times(eye, against))];
          const distance = Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)));
          assert.ok(distance > 0.035, `series ${index + 1} and ${other + 1}: ${distance.toFixed(3)}`);
        }
    }
  }
});

colours.run();

const shown = suite("drawnLines");

const lineOf = (name: string, colour: number, isPrevious = false) => ({
  name,
  colour,
  data: [1, 2],
  isPrevious,
  links: [],
});

shown("draws as many lines as there are colours, and the others as one in grey", () => {
  const lines = Array.from({ length: 15 }, (_, index) => lineOf(`line ${index}`, index));
  const series = { lines, hasTotal: true };
  const drawn = drawnLines(series, firstShown(series));
  assert.equal(drawn.slice(0, 12), lines.slice(0, 12));
  assert.equal(drawn.slice(12), [{ name: "Other (3)", data: [3, 6], colour: OTHER, links: [] }]);
  // Persons may be in several lines: their sum means nothing.
  assert.is(drawnLines({ lines, hasTotal: false }, firstShown(series)).length, 12);
});

shown("draws a line with its period before", () => {
  const lines = Array.from({ length: 13 }, (_, index) => lineOf(`line ${index}`, index));
  const all = [...lines, ...lines.map(({ name, colour }) => lineOf(name, colour, true))];
  assert.equal(
    [...firstShown({ lines: all })],
    [...Array.from({ length: 12 }).keys(), ...Array.from({ length: 12 }, (_, index) => 13 + index)],
  );
});

shown.run();
