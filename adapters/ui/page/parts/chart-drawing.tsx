import { colourToken, hasPattern, isBars, isStacked, stack, toDrawn } from "./chart-lines.ts";
import type { ChartForm, ChartLine, DrawnLine } from "./chart-lines.ts";
import { toScale } from "./chart-scale.ts";
import type { ChartScale } from "./chart-scale.ts";
import { shorten } from "./shorten.ts";

/** The data of a chart. */
export interface ChartContent {
  /** Short labels of the places on the x axis. */
  labels: readonly string[];
  lines: readonly ChartLine[];
  /** @default "line" */
  form?: ChartForm;
  /** The first place whose period has not ended: from there on it is dashed or hatched. @default none */
  runningFrom?: number | null;
  /** Are the values percentages? */
  isRate?: boolean;
  /** Where the places stand on the x axis, in any unit. @default at equal distances */
  at?: readonly number[] | undefined;
}

/** A chart with its size: all that is needed to draw it. */
export interface ChartPlan extends ChartContent {
  form: ChartForm;
  ends: readonly (readonly number[])[];
  scale: ChartScale;
  width: number;
  height: number;
  hasEndLabels: boolean;
}

/** Most lines that have their names at their ends: more names would cover each other. */
const END_LABELS = 4;
/** Pixels of a letter, letters of a name, pixels of its line, and between it and the chart. */
const [LETTER, LONGEST, LINE_HEIGHT, GAP] = [7, 18, 15, 8];
/** Least width of a chart that has names at the ends of its lines. */
const WIDE = 680;
/** Number of places up to which each value has a point. */
const FEW_PLACES = 40;
/** Part of a place that its bars take, and their greatest width in pixels. */
const [BAR, WIDEST_BAR] = [0.75, 70];

/** Lays a chart out. */
export function planChart(content: ChartContent, { width, height }: { width: number; height: number }): ChartPlan {
  const { labels, lines, form = "line", isRate = false, at } = content;
  const ends = isStacked(form) ? stack(lines) : lines.map(({ data }) => [...data]);
  const hasEndLabels = form === "line" && lines.length > 1 && lines.length <= END_LABELS && width > WIDE;
  const longest = Math.max(...lines.map(({ name }) => shorten(name, LONGEST).length));
  const endWidth = hasEndLabels ? longest * LETTER + GAP : 0;
  const scale = toScale({ width, height, labels, ends, form, isRate, at, endWidth });
  return { ...content, form, ends, scale, width, height, hasEndLabels };
}

interface ChartDrawingProps {
  plan: ChartPlan;
  /** Begins the ids of its patterns, which are one of each in a document. */
  id: string;
  /** The text of a place where the pointer rests, for a document without scripts. */
  tell?: ((place: number) => string) | undefined;
}

/** The axes and lines of a chart, as SVG. */
export function ChartDrawing({ plan, id, tell }: ChartDrawingProps) {
  const { labels, lines, form, ends, scale, width, height, runningFrom: from = null } = plan;
  const { left, right, top, bottom, xOf, yOf, xTicks, yTicks } = scale;
  const drawn = toDrawn(lines, ends, { form, from });
  const half = isBars(form) ? scale.step / 2 : 0;
  return (
    <svg class="chart-svg" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      {from !== null && from > 0 && lines.length > 0 && (
        <rect
          class="chart-running"
          x={xOf(from - (half > 0 ? 0 : 1)) - half}
          y={top}
          width={Math.max(0, right - xOf(from - (half > 0 ? 0 : 1)) + half)}
          height={bottom - top}
        />
      )}
      {yTicks.map(({ value, label }) => (
        <g key={value}>
          <line class="chart-grid" x1={left} x2={right} y1={yOf(value)} y2={yOf(value)} />
          <text x={left - 8} y={yOf(value)} dy="0.32em" text-anchor="end">
            {label}
          </text>
        </g>
      ))}
      {xTicks.map(({ place, label }) => (
        <text key={place} x={xOf(place)} y={bottom + 18} text-anchor="middle">
          {label}
        </text>
      ))}
      {drawn.map((part, index) => (
        <DrawnPart key={index} part={part} plan={plan} id={`${id}-${index}`} />
      ))}
      {plan.hasEndLabels && <EndLabels plan={plan} />}
      {tell !== undefined &&
        labels.map((_, place) => (
          <rect
            key={place}
            class="chart-place-area"
            x={xOf(place) - scale.step / 2}
            y={top}
            width={scale.step}
            height={bottom - top}
          >
            <title>{tell(place)}</title>
          </rect>
        ))}
    </svg>
  );
}

interface DrawnPartProps {
  part: DrawnLine;
  plan: ChartPlan;
  id: string;
}

/** A line with its points, an area, or bars. */
function DrawnPart({ part, plan, id }: DrawnPartProps) {
  const { line, isRunning } = part;
  const { form, labels } = plan;
  const isDotted = hasPattern(line.colour);
  const style = { "--colour": `var(${colourToken(line.colour)})` };
  const state = `${isRunning ? " running" : ""}${line.isPrevious ? " previous" : ""}`;
  const pattern = isRunning ? "hatch" : isDotted ? "dots" : undefined;
  if (isBars(form)) {
    const fill = pattern === undefined ? undefined : `url(#${id})`;
    return (
      <g class={`chart-bars${state}`} style={style}>
        {pattern !== undefined && <Pattern id={id} kind={pattern} />}
        <path d={barsPath(part, plan)} fill={fill} />
      </g>
    );
  }
  const { xOf, yOf } = plan.scale;
  const points = part.data.flatMap((value, place) => (value === null ? [] : [{ x: xOf(place), y: yOf(value) }]));
  const d = linePath(part, plan);
  const hasPoints = !isRunning && line.isPrevious !== true && (labels.length <= FEW_PLACES || points.length === 1);
  return (
    <g class={`chart-line${state}`} style={style}>
      {form === "area" && points.length > 0 && (
        <path class="chart-fill" d={`${d}L${points.at(-1)?.x} ${yOf(0)}L${points[0]?.x} ${yOf(0)}Z`} />
      )}
      <path class="chart-stroke" d={d} />
      {(hasPoints || isDotted) &&
        points.map(({ x, y }) =>
          isDotted ? (
            <rect key={x} class="chart-square" x={x - 3} y={y - 3} width="6" height="6" />
          ) : (
            <circle key={x} class="chart-point" cx={x} cy={y} r="2.5" />
          ),
        )}
    </g>
  );
}

/** A line; it has a gap where there is no value. */
function linePath({ data }: DrawnLine, { scale: { xOf, yOf } }: ChartPlan): string {
  return data.reduce<string>(
    (d, value, place) =>
      value === null ? d : `${d}${place > 0 && data[place - 1] !== null ? "L" : "M"}${xOf(place)} ${yOf(value)}`,
    "",
  );
}

/** All bars of a line: in a stack they stand on those before them, else beside each other. */
function barsPath({ line, index, data }: DrawnLine, { form, lines, scale }: ChartPlan): string {
  const whole = Math.min(scale.step * BAR, WIDEST_BAR);
  const width = form === "stack" ? whole : whole / lines.length;
  const shift = form === "stack" ? -whole / 2 : -whole / 2 + index * width;
  return data.reduce<string>((d, value, place) => {
    if (value === null) return d;
    const base = form === "stack" ? value - (line.data[place] ?? 0) : 0;
    const [from, to] = [scale.yOf(base), scale.yOf(value)];
    return `${d}M${(scale.xOf(place) + shift).toFixed(1)} ${from}V${to}h${width.toFixed(1)}V${from}Z`;
  }, "");
}

/** Stripes of a running period, or dots for a colour that another series has too. */
function Pattern({ id, kind }: { id: string; kind: "hatch" | "dots" }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
      {kind === "hatch" ? (
        <path class="chart-hatch" d="M-1 1L1 -1M0 6L6 0M5 7L7 5" />
      ) : (
        <>
          <rect class="chart-dots" width="6" height="6" />
          <circle class="chart-dot" cx="3" cy="3" r="1.3" />
        </>
      )}
    </pattern>
  );
}

/** The names of the lines at their last values, pushed apart where they would cover each other. */
function EndLabels({ plan: { lines, ends, scale } }: { plan: ChartPlan }) {
  const last = lines
    .flatMap((line, index) => {
      const value = ends[index]?.at(-1);
      return value === undefined || !Number.isFinite(value) ? [] : [{ line, y: scale.yOf(value) }];
    })
    .toSorted((a, b) => a.y - b.y);
  let least = scale.top;
  const placed = last.map(({ line, y }, index) => {
    const at = Math.max(least, Math.min(y, scale.bottom - (last.length - 1 - index) * LINE_HEIGHT));
    least = at + LINE_HEIGHT;
    return { line, y: at };
  });
  return (
    <>
      {placed.map(({ line, y }) => (
        <text key={line.name} class="chart-end" x={scale.right + GAP} y={y} dy="0.32em">
          {shorten(line.name, LONGEST)}
        </text>
      ))}
    </>
  );
}
