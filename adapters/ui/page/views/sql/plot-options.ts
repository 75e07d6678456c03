import type uPlot from "uplot";
import { colourToken } from "../../parts/chart-lines.ts";
import { colourReader } from "../../parts/theme-turn.ts";
import { LONGEST_LABEL, toAxisLabels } from "./axis-labels.ts";
import type { Chart } from "./to-chart.ts";

/** Height of the drawing in pixels. */
export const HEIGHT = 280;

/** Number of values up to which each has a point. */
const FEW = 60;

/** Names stand at whole numbers, with steps wide enough that they do not touch. */
const WHOLE = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
const LETTER_PIXELS = 7;

/** The options of uPlot for an answer, in the current colours of the page. */
export function toPlotOptions(Plot: typeof uPlot, chart: Chart, element: HTMLElement): uPlot.Options {
  const { kind, labels, series } = chart;
  const colourOf = colourReader(element);
  const grid = { stroke: colourOf("--line"), width: 1 };
  const axis = { stroke: colourOf("--text-soft"), grid, ticks: grid };
  const isCategory = kind === "category";
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      // Bars need space at both ends, and stand on zero.
      x: { time: kind === "time", ...(isCategory && { range: (_, min, max) => [min - 0.6, max + 0.6] }) },
      y: isCategory ? { range: { min: { soft: 0, mode: 1 }, max: { soft: 0, mode: 1, pad: 0.1 } } } : {},
    },
    tzDate: (seconds) => Plot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    axes: [
      {
        ...axis,
        ...(kind !== "number" && { values: (_, places) => toAxisLabels(kind, labels, places) }),
        ...(isCategory && { space: toSpace(labels), incrs: WHOLE }),
      },
      axis,
    ],
    series: [
      {},
      ...series.map(({ name }, colour) => toSeries(Plot, chart, { name, stroke: colourOf(colourToken(colour)) })),
    ],
  };
}

/** Pixels that each name below an axis needs. */
function toSpace(labels: readonly string[]): number {
  const letters = Math.max(...labels.map(({ length }) => Math.min(length, LONGEST_LABEL)));
  return letters * LETTER_PIXELS + 12;
}

/** A line; over names, bars for one series and points for several. */
function toSeries(
  Plot: typeof uPlot,
  { kind, labels, series }: Chart,
  { name, stroke }: { name: string; stroke: string },
): uPlot.Series {
  const { bars } = Plot.paths;
  const points = { size: kind === "category" ? 8 : 5, fill: stroke };
  if (kind !== "category") return { label: name, stroke, width: 2, points: { ...points, show: labels.length < FEW } };
  if (series.length > 1 || bars === undefined) {
    return { label: name, stroke, paths: () => null, points: { ...points, show: true } };
  }
  return { label: name, stroke, fill: stroke, width: 0, paths: bars({ size: [0.7, 60] }), points: { show: false } };
}
