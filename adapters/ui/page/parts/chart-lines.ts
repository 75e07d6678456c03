/** One line (or colour of bars) of a chart. */
export interface ChartLine {
  name: string;
  /** One value for each place on the x axis. */
  data: readonly number[];
  /** Which of the colours of series, from 0; lines that belong together may share one. */
  colour: number;
  /** Is compared with, and stands back. */
  isDashed?: boolean;
}

/** How lines are drawn; stacked bars stand on each other, negative ones below zero. */
export type ChartForm = "line" | "bars" | "stack";

/** Colours of series, `--series-1` to `--series-8`. */
const COLOURS = 8;

/** The token of a colour of series. */
export function colourToken(colour: number): string {
  return `--series-${(colour % COLOURS) + 1}`;
}

/** Where each line's bars end when they stand on each other: positive values upwards, negative ones downwards. */
export function stack(lines: readonly ChartLine[]): number[][] {
  const above: number[] = [];
  const below: number[] = [];
  return lines.map(({ data }) =>
    data.map((value, index) => {
      const side = value < 0 ? below : above;
      return (side[index] = (side[index] ?? 0) + value);
    }),
  );
}

/**
 * The line that somebody points at.
 * @param ends of each line at the place pointed at, as drawn
 * @param value at the height pointed at
 */
export function lineAt(form: ChartForm, ends: readonly number[], value: number): number {
  if (form === "stack") {
    const same = ends
      .map((end, line) => ({ end, line }))
      .filter(({ end }) => (value < 0 ? end <= value : end >= value));
    const nearest = same.toSorted((a, b) => Math.abs(a.end) - Math.abs(b.end))[0];
    if (nearest !== undefined) return nearest.line;
  }
  const distances = ends.map((end) => Math.abs(end - value));
  return distances.indexOf(Math.min(...distances));
}
