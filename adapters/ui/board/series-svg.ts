import { toDrawn, stack } from "../page/parts/chart-lines.ts";
import { toShortDate } from "../page/parts/short-date.ts";
import { toShortNumber } from "../page/parts/short-number.ts";
import { describeNumber } from "../page/views/insights/numbers.ts";
import type { Series } from "../page/views/insights/series.ts";
import { markup } from "./html.ts";
import type { Html } from "./html.ts";

/** The drawing, and its margins for the axes, in its own units. */
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [640, 220, 44, 22, 10];
/** Lines in it: more cannot be told apart. */
const MOST_LINES = 12;
const X_LABELS = 6;
/** Half the width of a label at the largest size of its text; nearer to the edge its end is where its middle else is. */
const HALF_LABEL = 44;
const COLOURS = 8;

/**
 * A chart over places as SVG, and its legend; each value is told on hover.
 * @param from the first place whose period has not ended; null = none
 */
export function seriesSvg(series: Series, from: number | null, unit: string): Html {
  const { labels, form } = series;
  const lines = series.lines.slice(0, MOST_LINES);
  const ends = form === "stack" ? stack(lines) : lines.map(({ data }) => [...data]);
  const values = ends.flat();
  const high = Math.max(1, ...values);
  const low = Math.min(0, ...values);
  const count = Math.max(1, labels.length);
  const step = (WIDTH - LEFT) / (form === "line" ? Math.max(1, count - 1) : count);
  const xOf = (place: number) => round(LEFT + step * (form === "line" ? place : place + 0.5));
  const yOf = (value: number) => round(TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM));
  const ticks = [low, (low + high) / 2, high].filter((value, index, all) => all.indexOf(value) === index);
  const drawn = toDrawn(lines, ends, { form, from });
  return markup`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${lines.map(({ name }) => name).join(", ")}">
${ticks.map((value) => markup`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${yOf(value)}" y2="${yOf(value)}"/><text x="${LEFT - 6}" y="${yOf(value) + 4}" text-anchor="end">${toShortNumber(value)}${unit}</text>`)}
${xLabels(count).map((place) => markup`<text x="${xOf(place)}" y="${HEIGHT - 4}" text-anchor="${xOf(place) > WIDTH - HALF_LABEL ? "end" : "middle"}">${toShortDate(labels[place] ?? "")}</text>`)}
${drawn.map(({ line, data, isRunning }) => {
  const colour = line.colour % COLOURS;
  if (form === "line") {
    const points = data.flatMap((value, place) => (value === null ? [] : [`${xOf(place)},${yOf(value)}`]));
    const isPrevious = isRunning || line.isPrevious === true;
    return markup`<polyline class="line c${colour}${isPrevious ? " dashed" : ""}" points="${points.join(" ")}"/>`;
  }
  const index = lines.findIndex(({ name }) => name === line.name);
  const bars = data.flatMap((value, place) => {
    if (value === null) return [];
    const base = form === "stack" ? value - (line.data[place] ?? 0) : 0;
    const [top, bottom] = [yOf(Math.max(value, base)), yOf(Math.min(value, base))];
    const width = form === "bars" ? (step * 0.8) / lines.length : step * 0.8;
    const left = xOf(place) - step * 0.4 + (form === "bars" ? index * width : 0);
    return [
      markup`<rect class="f${colour}${isRunning ? " running" : ""}" x="${round(left)}" y="${top}" width="${round(width)}" height="${round(bottom - top)}"/>`,
    ];
  });
  return markup`<g>${bars}</g>`;
})}
${labels.map((label, place) => {
  const told = lines.map(({ name, data }) => `${name}: ${describeNumber(data[place] ?? 0)}${unit}`);
  return markup`<rect x="${round(xOf(place) - step / 2)}" y="${TOP}" width="${round(step)}" height="${HEIGHT - TOP - BOTTOM}" fill="transparent"><title>${[label, ...told].join("\n")}</title></rect>`;
})}
</svg>
<ul class="legend">${lines.map(({ name, colour }) => markup`<li><svg viewBox="0 0 12 8" aria-hidden="true"><rect class="f${colour % COLOURS}" width="12" height="8"/></svg> ${name}</li>`)}${
    series.lines.length > MOST_LINES && markup`<li class="soft">and ${series.lines.length - MOST_LINES} more</li>`
  }</ul>`;
}

/** A few places, from the first on. */
function xLabels(count: number): number[] {
  const step = Math.max(1, Math.ceil((count - 1) / X_LABELS));
  return Array.from({ length: count }, (_, place) => place).filter((place) => place % step === 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
