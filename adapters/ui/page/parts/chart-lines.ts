/** One line (or colour of bars) of a chart. */
export interface ChartLine {
  name: string;
  /** A value for each place on the x axis. */
  data: readonly number[];
  /** Number of its colour, from 0; lines that belong together may share a colour. */
  colour: number;
  /** A line for comparison, drawn less prominently. */
  isDashed?: boolean;
}

/** The form of the lines; stacked bars stand on each other, negative values below zero. */
export type ChartForm = "line" | "bars" | "stack";

/** Colours of series, `--series-1` to `--series-8`. */
const COLOURS = 8;

/** The token of a series' colour. */
export function colourToken(colour: number): string {
  return `--series-${(colour % COLOURS) + 1}`;
}

/** The end of each line's bars when they are stacked: positive values upwards, negative values downwards. */
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
 * The line under the pointer.
 * @param ends of each line at the place under the pointer, as drawn
 * @param value at the height of the pointer
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
