/** One line (or colour of bars) of a chart. */
export interface ChartLine {
  name: string;
  /** A value for each place on the x axis; NaN = none. */
  data: readonly number[];
  /** Number of its colour, from 0, or `OTHER`; lines that belong together may share a colour. */
  colour: number;
  /** The line of the period before, drawn paler. */
  isPrevious?: boolean;
}

/** The form of the lines; stacked bars (`stack`) and areas stand on each other, negative values below zero. */
export type ChartForm = "line" | "bars" | "stack" | "area";

/** Do the lines stand on each other? */
export function isStacked(form: ChartForm): boolean {
  return form === "stack" || form === "area";
}

/** Is the form made of bars? */
export function isBars(form: ChartForm): boolean {
  return form === "bars" || form === "stack";
}

/** A part of a line that is drawn in one way. */
export interface DrawnLine {
  line: ChartLine;
  /** Place of the line among all. */
  index: number;
  /** Null = nothing at this place. */
  data: (number | null)[];
  /** The line's periods have not ended: it is drawn dashed or hatched. */
  isRunning: boolean;
}

/**
 * The parts of the lines, those of ended periods and those of running ones.
 * @param ends the values as they are drawn, stacked or not
 * @param from the first place whose period runs; null = none
 */
export function toDrawn(
  lines: readonly ChartLine[],
  ends: readonly (readonly number[])[],
  { form, from }: { form: ChartForm; from: number | null },
): DrawnLine[] {
  const drawn = lines.flatMap((line, index): DrawnLine[] => {
    const data = (ends[index] ?? []).map((value) => (Number.isFinite(value) ? value : null));
    if (from === null || line.isPrevious === true) return [{ line, index, data, isRunning: false }];
    // A line goes on from its last ended place; a bar stands alone.
    const joint = isBars(form) ? from : from - 1;
    return [
      { line, index, data: data.map((value, place) => (place < from ? value : null)), isRunning: false },
      { line, index, data: data.map((value, place) => (place >= joint ? value : null)), isRunning: true },
    ];
  });
  // The first data lie lowest: in a stack, the longest bars.
  return isStacked(form) ? drawn.toReversed() : drawn;
}

/** Colours of series, `--series-1` to `--series-12`; later series have them again, with a pattern. */
export const COLOURS = 12;

/** The colour of values that are drawn together as "Other": grey. */
export const OTHER = -1;

/** The token of a series' colour. */
export function colourToken(colour: number): string {
  return colour === OTHER ? "--series-other" : `--series-${(colour % COLOURS) + 1}`;
}

/** Is the colour drawn with a pattern, because an earlier series has it plain? */
export function hasPattern(colour: number): boolean {
  return colour >= COLOURS;
}

/** The colours of names on a dashboard: a name keeps its colour on all tiles. */
export type ColourBook = Map<string, number>;

/**
 * A colour for each name, in order. A name that the book knows has its colour there, unless an earlier name took it here; any other gets
 * the first that is free here, and is noted.
 */
export function pickColours(names: readonly string[], book: ColourBook = new Map()): number[] {
  const taken = new Set<number>();
  const known = names.map((name) => {
    const colour = book.get(name);
    if (colour === undefined || taken.has(colour)) return undefined;
    taken.add(colour);
    return colour;
  });
  return names.map((name, index) => {
    const colour = known[index] ?? names.map((_, each) => each).find((each) => !taken.has(each)) ?? index;
    taken.add(colour);
    if (!book.has(name)) book.set(name, colour);
    return colour;
  });
}

/** The end of each line's bars when they are stacked: positive values upwards, negative values downwards. */
export function stack(lines: readonly ChartLine[]): number[][] {
  const above: number[] = [];
  const below: number[] = [];
  return lines.map(({ data }) =>
    data.map((value, index) => {
      const side = value < 0 ? below : above;
      return (side[index] = (side[index] ?? 0) + (Number.isFinite(value) ? value : 0));
    }),
  );
}

/**
 * The line under the pointer.
 * @param ends of each line at the place under the pointer, as drawn
 * @param value at the height of the pointer
 */
export function lineAt(form: ChartForm, ends: readonly number[], value: number): number {
  if (isStacked(form)) {
    const same = ends
      .map((end, line) => ({ end, line }))
      .filter(({ end }) => (value < 0 ? end <= value : end >= value));
    const nearest = same.toSorted((a, b) => Math.abs(a.end) - Math.abs(b.end))[0];
    if (nearest !== undefined) return nearest.line;
  }
  const distances = ends.map((end) => (Number.isFinite(end) ? Math.abs(end - value) : Infinity));
  return distances.indexOf(Math.min(...distances));
}
