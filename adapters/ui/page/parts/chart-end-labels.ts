import type uPlot from "uplot";
import { colourToken } from "./chart-lines.ts";
import type { DrawnLine } from "./chart-lines.ts";

/** Most lines that have their names at their ends: more names would cover each other. */
export const END_LABELS = 4;

const LETTER = 7;
const LONGEST = 18;
const LINE_HEIGHT = 15;
const GAP = 8;

/** Pixels beside the chart that the names take. */
export function endLabelWidth(drawn: readonly DrawnLine[]): number {
  return Math.max(...drawn.map(({ line }) => shorten(line.name).length)) * LETTER + GAP;
}

interface EndLabelInput {
  drawn: readonly DrawnLine[];
  colourOf: (token: string) => string;
  font: string;
}

/** Writes the names of the lines at their last values, pushed apart where they would cover each other. */
export function drawEndLabels(plot: uPlot, { drawn, colourOf, font }: EndLabelInput): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const ends = drawn
    .flatMap(({ line, data }) => {
      const last = data.at(-1);
      return last === undefined || last === null ? [] : [{ line, y: plot.valToPos(last, "y", true) }];
    })
    .toSorted((a, b) => a.y - b.y);
  ctx.save();
  ctx.font = font.replace("12px", `${12 * scale}px`);
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  let least = bbox.top;
  for (const [index, { line, y }] of ends.entries()) {
    const below = (ends.length - 1 - index) * LINE_HEIGHT * scale;
    const at = Math.max(least, Math.min(y, bbox.top + bbox.height - below));
    least = at + LINE_HEIGHT * scale;
    ctx.fillStyle = colourOf(colourToken(line.colour));
    ctx.fillText(shorten(line.name), bbox.left + bbox.width + GAP * scale, at);
  }
  ctx.restore();
}

function shorten(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
}
