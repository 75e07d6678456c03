import uPlot from "uplot";
import { colourToken } from "./chart-lines.ts";
import type { ChartForm, ChartLine } from "./chart-lines.ts";

interface PlotInput {
  labels: readonly string[];
  lines: readonly ChartLine[];
  form: ChartForm;
  tell: (value: number) => string;
  /** The colour of a token, such as `--line`. */
  colourOf: (token: string) => string;
}

const FONT = "12px system-ui, sans-serif";

/** Pixels of a letter, and between two labels of the x axis. */
const LETTER = 7;
const LABEL_GAP = 12;
/** Least width of the y axis. */
const Y_AXIS = 35;

/** Places between two labels: hours use days and parts of days. */
const HOURS = [1, 2, 3, 6, 12, 24, 48, 96, 168, 336, 672, 1344];
const PLACES = [1, 2, 5, 7, 10, 14, 20, 30, 50, 100, 200, 500, 1000];

/** Number of places up to which each value has a point. */
const FEW_PLACES = 40;

/** The options of uPlot, without its size. Places on the x axis are whole numbers from 0. */
export function toPlotOptions(input: PlotInput): Omit<uPlot.Options, "width" | "height"> {
  const { labels, lines, form, tell, colourOf } = input;
  const labelWidth = labels.reduce((most, { length }) => Math.max(most, length), 3) * LETTER;
  const axis = {
    stroke: colourOf("--text-soft"),
    font: FONT,
    grid: { stroke: colourOf("--line"), width: 1 },
    ticks: { stroke: colourOf("--line"), width: 1 },
  };
  const isBars = form !== "line";
  return {
    legend: { show: false },
    // The first and the last label of the x axis reach beyond it; on the left is the space of the y axis.
    padding: [12, labelWidth / 2, 0, Math.max(0, labelWidth / 2 - Y_AXIS)],
    cursor: { y: false, points: { show: !isBars }, drag: { x: false, y: false } },
    scales: {
      // Bars need space at both ends.
      x: { time: false, range: (_, min, max) => (isBars || min === max ? [min - 0.6, max + 0.6] : [min, max]) },
      y: { range: (_, min, max) => toHeight(min, max) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 34,
        space: labelWidth + LABEL_GAP,
        incrs: labels[0]?.includes(":") === true ? HOURS : PLACES,
        values: (_, places) => places.map((place) => labels[place] ?? ""),
      },
      {
        ...axis,
        values: (_, values) => values.map(tell),
        size: (_, values) => Math.max(3, ...(values ?? []).map(({ length }) => length)) * LETTER + 20,
      },
    ],
    series: [{}, ...(form === "stack" ? lines.toReversed() : lines).map((line) => toSeries(line, input))],
  };
}

/** From zero on, with some space above. */
function toHeight(min: number | null, max: number | null): [number, number] {
  const [low, high] = [Math.min(0, min ?? 0), Math.max(0, max ?? 0)];
  if (low === high) return [0, 1];
  const air = (high - low) * 0.06;
  return [low === 0 ? 0 : low - air, high === 0 ? 0 : high + air];
}

function toSeries(line: ChartLine, { form, labels, colourOf }: PlotInput): uPlot.Series {
  const stroke = colourOf(colourToken(line.colour));
  if (form === "line") {
    return {
      label: line.name,
      stroke,
      width: line.isDashed ? 1.25 : 2,
      ...(line.isDashed && { dash: [5, 4] }),
      points: { show: labels.length <= FEW_PLACES && !line.isDashed, size: 5, fill: stroke },
    };
  }
  const { bars } = uPlot.paths;
  return {
    label: line.name,
    stroke,
    fill: stroke,
    width: 0,
    points: { show: false },
    ...(bars && { paths: bars({ size: [0.75, 70] }) }),
  };
}
