import uPlot from "uplot";
import { drawEndLabels, END_LABELS, endLabelWidth } from "./chart-end-labels.ts";
import { colourToken, isBars } from "./chart-lines.ts";
import type { ChartForm, DrawnLine } from "./chart-lines.ts";
import { toShortNumber } from "./short-number.ts";

interface PlotInput {
  labels: readonly string[];
  drawn: readonly DrawnLine[];
  form: ChartForm;
  /** Are the values percentages? */
  isRate: boolean;
  /** Names at the ends of the lines. */
  hasEndLabels: boolean;
  /** The colour of a token, such as `--line`. */
  colourOf: (token: string) => string;
}

/** Pixels of a letter, and between two labels of the x axis. */
const LETTER = 7;
const LABEL_GAP = 12;
/** Least width of the y axis. */
const Y_AXIS = 35;

/** Places between two labels: hours use days and parts of days. */
const HOURS = [1, 2, 3, 6, 12, 24, 48, 96, 168, 336, 672, 1344];
const PLACES = [1, 2, 5, 7, 10, 14, 20, 30, 50, 100, 200, 500, 1000];

/** Steps of an axis of counts: nobody comes half a time. */
const WHOLE_STEPS = Array.from({ length: 15 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

/** Number of places up to which each value has a point. */
const FEW_PLACES = 40;

/** The options of uPlot, without its size. Places on the x axis are whole numbers from 0. */
export function toPlotOptions(input: PlotInput): Omit<uPlot.Options, "width" | "height"> {
  const { labels, drawn, form, isRate, hasEndLabels, colourOf } = input;
  const labelWidth = labels.reduce((most, { length }) => Math.max(most, length), 3) * LETTER;
  // The page's own: a canvas knows no tokens.
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const axis = {
    stroke: colourOf("--text-soft"),
    font,
    grid: { stroke: colourOf("--line"), width: 1 },
    ticks: { show: false },
  };
  const hasBars = isBars(form);
  const isWhole = drawn.every(({ data }) => data.every((value) => value === null || Number.isInteger(value)));
  const endWidth = hasEndLabels ? endLabelWidth(drawn) : 0;
  return {
    legend: { show: false },
    // The first and the last label of the x axis reach beyond it; on the left is the space of the y axis.
    padding: [12, Math.max(labelWidth / 2, endWidth), 0, Math.max(0, labelWidth / 2 - Y_AXIS)],
    cursor: { y: false, points: { show: !hasBars }, drag: { x: false, y: false } },
    scales: {
      // Bars need space at both ends.
      x: { time: false, range: (_, min, max) => (hasBars || min === max ? [min - 0.6, max + 0.6] : [min, max]) },
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
        ...(isWhole && { incrs: WHOLE_STEPS }),
        values: (_, values) => values.map((value) => (isRate ? `${value} %` : toShortNumber(value))),
        size: (_, values) => Math.max(3, ...(values ?? []).map(({ length }) => length)) * LETTER + 20,
      },
    ],
    series: [{}, ...drawn.map((each) => toSeries(each, input))],
    hooks: hasEndLabels ? { draw: [(plot) => drawEndLabels(plot, { drawn, colourOf, font })] } : {},
  };
}

/** Do so few lines have their names at their ends? */
export function fitsEndLabels(form: ChartForm, lines: readonly unknown[], width: number): boolean {
  return form === "line" && lines.length > 1 && lines.length <= END_LABELS && width > 620;
}

/** From zero on, with some space above. */
function toHeight(min: number | null, max: number | null): [number, number] {
  const [low, high] = [Math.min(0, min ?? 0), Math.max(0, max ?? 0)];
  if (low === high) return [0, 1];
  const air = (high - low) * 0.06;
  return [low === 0 ? 0 : low - air, high === 0 ? 0 : high + air];
}

function toSeries({ line, isRunning }: DrawnLine, { form, labels, colourOf }: PlotInput): uPlot.Series {
  const stroke = colourOf(colourToken(line.colour));
  const isDashed = line.isDashed === true || isRunning;
  if (!isBars(form)) {
    return {
      label: line.name,
      stroke,
      width: line.isDashed ? 1.25 : 2,
      ...(isDashed && { dash: [5, 4] }),
      // Opaque: the areas below it would shine through.
      ...(form === "area" && {
        fill: `color-mix(in srgb, ${stroke} ${isRunning ? 15 : 40}%, ${colourOf("--raised")})`,
      }),
      points: { show: labels.length <= FEW_PLACES && !isDashed, size: 5, fill: stroke },
    };
  }
  const { bars } = uPlot.paths;
  return {
    label: line.name,
    stroke,
    fill: isRunning ? toHatch(stroke) : stroke,
    width: isRunning ? 1 : 0,
    points: { show: false },
    ...(bars && { paths: bars({ size: [0.75, 70] }) }),
  };
}

/** Side of a tile of the hatching, in pixels. */
const TILE = 6;

function toHatch(colour: string): CanvasPattern | string {
  const canvas = document.createElement("canvas");
  canvas.width = TILE;
  canvas.height = TILE;
  const context = canvas.getContext("2d");
  if (context === null) return colour;
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.beginPath();
  // The corners continue the line of the tiles around it.
  for (const shift of [-TILE, 0, TILE]) {
    context.moveTo(shift, TILE);
    context.lineTo(shift + TILE, 0);
  }
  context.stroke();
  return context.createPattern(canvas, "repeat") ?? colour;
}
