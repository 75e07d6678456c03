import { isBars } from "./chart-lines.ts";
import type { ChartForm } from "./chart-lines.ts";
import { toShortNumber } from "./short-number.ts";

interface ScaleInput {
  /** Pixels of the whole drawing. */
  width: number;
  height: number;
  labels: readonly string[];
  /** The values as they are drawn, stacked or not. */
  ends: readonly (readonly number[])[];
  form: ChartForm;
  /** Are the values percentages? */
  isRate: boolean;
  /** Where the places stand on the x axis, in any unit. @default at equal distances */
  at?: readonly number[] | undefined;
  /** Pixels for names at the ends of the lines. */
  endWidth: number;
}

/** The places and values of a chart in pixels, and what its axes show. */
export interface ChartScale {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Pixels that a place takes, where places have equal distances. */
  step: number;
  xOf(place: number): number;
  yOf(value: number): number;
  placeAt(x: number): number;
  valueAt(y: number): number;
  xTicks: { place: number; label: string }[];
  yTicks: { value: number; label: string }[];
}

/** Pixels of a letter, between two labels of the x axis, and between two lines of the grid. */
const LETTER = 7;
const LABEL_GAP = 12;
const GRID = 40;
/** Height of the x axis, which has the marks of annotations too; space above the highest value. */
const X_AXIS = 34;
const TOP = 12;
/** Least width of the y axis. */
const Y_AXIS = 35;

/** Places between two labels: hours use days and parts of days. */
const HOURS = [1, 2, 3, 6, 12, 24, 48, 96, 168, 336, 672, 1344];
const PLACES = [1, 2, 5, 7, 10, 14, 20, 30, 50, 100, 200, 500, 1000];

/** The scale of a chart. The y axis begins at zero and has some space above. */
export function toScale({ width, height, labels, ends, form, isRate, at, endWidth }: ScaleInput): ChartScale {
  const values = ends.flat().filter(Number.isFinite);
  const [low, high] = toRange(
    values.reduce((least, value) => Math.min(least, value), 0),
    values.reduce((most, value) => Math.max(most, value), 0),
  );
  const [top, bottom] = [TOP, height - X_AXIS];
  const step = toStep((high - low) / Math.max(1, (bottom - top) / GRID), values.every(Number.isInteger));
  const yTicks = Array.from({ length: Math.floor(high / step) - Math.ceil(low / step) + 1 }, (_, index) => {
    const value = Number(((Math.ceil(low / step) + index) * step).toPrecision(12));
    return { value, label: isRate ? `${value} %` : toShortNumber(value) };
  });
  const yWidth = Math.max(3, ...yTicks.map(({ label }) => label.length)) * LETTER + 20;
  const labelWidth = labels.reduce((most, { length }) => Math.max(most, length), 3) * LETTER;
  const left = Math.max(yWidth, Math.min(labelWidth / 2, width / 4), Y_AXIS);
  const right = width - Math.max(Math.min(labelWidth / 2, width / 4), endWidth);
  const spots = at ?? labels.map((_, place) => place);
  const [first = 0, last = 0] = [spots[0], spots.at(-1)];
  // Bars need space at both ends.
  const air = isBars(form) || first === last ? 0.6 * ((last - first) / Math.max(1, labels.length - 1) || 1) : 0;
  const perUnit = (right - left) / (last - first + 2 * air || 1);
  const xOf = (place: number) => round(left + ((spots[place] ?? 0) - first + air) * perUnit);
  const perValue = (bottom - top) / (high - low);
  return {
    left,
    right,
    top,
    bottom,
    step: (right - left) / Math.max(1, labels.length),
    xOf,
    yOf: (value) => round(bottom - (value - low) * perValue),
    placeAt: (x) => nearest(labels.length, (place) => Math.abs(xOf(place) - x)),
    valueAt: (y) => low + (bottom - y) / perValue,
    xTicks: toXTicks(labels, xOf, labelWidth + LABEL_GAP, at === undefined),
    yTicks,
  };
}

/** A range from zero on, with some space above. */
function toRange(min: number, max: number): [number, number] {
  if (min === max) return [0, 1];
  const air = (max - min) * 0.06;
  return [min === 0 ? 0 : min - air, max === 0 ? 0 : max + air];
}

/** A round number of at least so much; of counts a whole one: nobody comes half a time. */
function toStep(least: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((each) => each >= least * (1 - 1e-9)) ?? 10 * power;
  return isWhole ? Math.max(1, step) : step;
}

function toXTicks(labels: readonly string[], xOf: (place: number) => number, space: number, isEven: boolean) {
  const steps = labels[0]?.includes(":") === true ? HOURS : PLACES;
  const apart = labels.length > 1 ? xOf(1) - xOf(0) : space;
  const every = isEven ? (steps.find((each) => each * apart >= space) ?? labels.length) : 1;
  let free = -Infinity;
  return labels.flatMap((label, place) => {
    if (place % every !== 0 || xOf(place) < free) return [];
    free = xOf(place) + space - 1;
    return [{ place, label }];
  });
}

function nearest(count: number, distance: (place: number) => number): number {
  let best = 0;
  for (let place = 1; place < count; place++) if (distance(place) < distance(best)) best = place;
  return best;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
