import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ChartDrawing, planChart } from "./chart-drawing.tsx";
import type { ChartContent } from "./chart-drawing.tsx";
import { colourToken, lineAt } from "./chart-lines.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";
import { isTouch, PointCard } from "./point-card.tsx";
import { useLoaded } from "../use-loaded.ts";

interface ChartProps extends ChartContent {
  /** The name of the chart for screen readers; a table beside it should have the numbers. */
  name: string;
  /** The places in words, for the tooltip. @default the labels */
  titles?: readonly string[];
  /** Shows the persons of a point; those of a period before are its own. */
  onPoint?: ((line: number, place: number) => void) | undefined;
  /** Formats a value. @default unchanged */
  tell?: (value: number) => string;
  /** Has the sum of the lines a meaning? @default false */
  hasTotal?: boolean;
  /** Draws a lower chart, for a dashboard. */
  compact?: boolean;
  /** The periods of its places, if it is a chart over time: it shows their annotations. */
  periods?: { starts: readonly string[]; length: string | undefined };
}

/** Height in pixels on a dashboard; the lowest and highest of a whole view, and its share of the window. */
const COMPACT_HEIGHT = 190;
const LEAST_COMPACT = 110;
const [LOWEST, HIGHEST, SHARE] = [220, 460, 0.42];

async function loadNotes() {
  return (await import("./notes/chart-notes.tsx")).ChartNotes;
}

interface Pointer {
  place: number;
  /** The nearest line. */
  line: number;
  /** The place of the pointer in the window. */
  at: { x: number; y: number };
  /** A touch holds the tooltip: its buttons can be pressed. */
  isHeld: boolean;
}

/** Lines, areas or bars over places on an x axis. Pointing at a place shows its values; a press shows the persons. */
export function Chart(props: ChartProps) {
  const { name, labels, titles = labels, lines, form = "line", runningFrom = null, onPoint, tell = String } = props;
  const { compact = false, hasTotal = false, isRate = false, at, periods } = props;
  const [pointer, setPointer] = useState<Pointer | null>(null);
  const element = useRef<HTMLDivElement>(null);
  const size = useSize(element, compact);
  const id = useId();
  // Annotations come after the chart, which stands still without them.
  const { data: ChartNotes } = useLoaded(periods === undefined ? null : "notes", loadNotes);
  const plan = useMemo(
    () => (size === null ? null : planChart({ labels, lines, form, runningFrom, isRate, at }, size)),
    [labels, lines, form, runningFrom, isRate, at, size],
  );

  const find = (event: PointerEvent | MouseEvent, isHeld: boolean): Pointer | null => {
    const box = element.current?.getBoundingClientRect();
    if (box === undefined || plan === null || labels.length === 0) return null;
    const { scale, ends } = plan;
    const place = scale.placeAt(event.clientX - box.left);
    const here = ends.map((line) => line[place] ?? NaN);
    const line = lineAt(form, here, scale.valueAt(event.clientY - box.top));
    return { place, line, at: { x: box.left + scale.xOf(place), y: event.clientY }, isHeld };
  };
  const press = (event: MouseEvent) => {
    const found = find(event, true);
    if (found === null || isTouch(event)) return setPointer(found);
    setPointer(null);
    onPoint?.(found.line, found.place);
  };

  return (
    <div class="chart">
      <div ref={element} class={`chart-plot${compact ? " compact" : ""}`} role="img" aria-label={name}>
        {plan !== null && <ChartDrawing plan={plan} id={id} />}
      </div>
      {plan !== null && (
        <svg
          class="chart-over"
          width={plan.width}
          height={plan.height}
          aria-hidden="true"
          data-no-picture
          onPointerMove={(event) => event.pointerType !== "touch" && setPointer(find(event, false))}
          onPointerLeave={(event) => event.pointerType !== "touch" && setPointer(null)}
          onClick={press}
        >
          <rect
            class={`chart-area${onPoint === undefined ? "" : " clickable"}`}
            x={plan.scale.left}
            y={plan.scale.top}
            width={Math.max(0, plan.scale.right - plan.scale.left)}
            height={Math.max(0, plan.scale.bottom - plan.scale.top)}
          />
          {pointer !== null && (
            <g class="chart-pointer">
              <line
                x1={plan.scale.xOf(pointer.place)}
                x2={plan.scale.xOf(pointer.place)}
                y1={plan.scale.top}
                y2={plan.scale.bottom}
              />
              {form !== "bars" &&
                form !== "stack" &&
                lines.map((line, index) => {
                  const end = plan.ends[index]?.[pointer.place] ?? NaN;
                  if (!Number.isFinite(end)) return null;
                  return (
                    <circle
                      key={index}
                      cx={plan.scale.xOf(pointer.place)}
                      cy={plan.scale.yOf(end)}
                      r={index === pointer.line ? 5 : 3.5}
                      style={{ fill: `var(${colourToken(line.colour)})` }}
                    />
                  );
                })}
            </g>
          )}
        </svg>
      )}
      {ChartNotes !== undefined && periods !== undefined && plan !== null && periods.starts.length > 0 && (
        <ChartNotes
          scale={plan.scale}
          starts={periods.starts}
          period={periods.length}
          pointed={pointer?.place ?? null}
        />
      )}
      {pointer !== null && (
        <PointCard at={pointer.at} isHeld={pointer.isHeld} close={() => setPointer(null)}>
          <ChartTooltip
            lines={lines}
            place={pointer.place}
            nearest={pointer.line}
            title={titles[pointer.place] ?? ""}
            tell={tell}
            hasTotal={hasTotal}
            isRunning={runningFrom !== null && pointer.place >= runningFrom}
            isHeld={pointer.isHeld}
            open={onPoint === undefined ? undefined : (line) => onPoint(line, pointer.place)}
          />
        </PointCard>
      )}
    </div>
  );
}

/** The size of a chart, which follows its element; null = not known yet. */
function useSize(element: { current: HTMLDivElement | null }, compact: boolean) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () => {
      const width = current.clientWidth;
      // A chart on a dashboard is as high as its tile leaves, where the tile has a height.
      const spare = current.closest(".tiles") ? Math.max(LEAST_COMPACT, current.clientHeight) : COMPACT_HEIGHT;
      const height = compact ? spare : Math.min(HIGHEST, Math.max(LOWEST, Math.round(innerHeight * SHARE)));
      if (width < 1) return;
      setSize((last) => (last?.width === width && last.height === height ? last : { width, height }));
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(current);
    return () => resized.disconnect();
  }, [compact]);
  return size;
}
