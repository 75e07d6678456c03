import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { isStacked, lineAt, stack, toDrawn } from "./chart-lines.ts";
import type { ChartForm, ChartLine } from "./chart-lines.ts";
import { fitsEndLabels, toPlotOptions } from "./chart-options.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";
import { useLoaded } from "../use-loaded.ts";
import { colourReader, useThemeTurn } from "./theme-turn.ts";

interface ChartProps {
  /** The name of the chart for screen readers; a table beside it should have the numbers. */
  name: string;
  /** Short labels of the places on the x axis. */
  labels: readonly string[];
  /** The places in words, for the tooltip. @default the labels */
  titles?: readonly string[];
  lines: readonly ChartLine[];
  form?: ChartForm;
  /** The first place whose period has not ended: from there on it is dashed or hatched. @default none */
  runningFrom?: number | null;
  /** Called when the user clicks on a point. */
  onPoint?: ((line: number, place: number) => void) | undefined;
  /** Formats a value. @default unchanged */
  tell?: (value: number) => string;
  /** Are the values percentages? Otherwise their sum has a meaning. */
  isRate?: boolean;
  /** Has the sum of the lines a meaning? @default false */
  hasTotal?: boolean;
  /** Lower, for a dashboard. */
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
  left: number;
  isRight: boolean;
}

/** Lines, areas or bars over places on an x axis, in the colours of the page. Pointing at a place shows its values. */
export function Chart(props: ChartProps) {
  const { name, labels, titles = labels, lines, form = "line", runningFrom = null, onPoint, tell = String } = props;
  const { compact = false, isRate = false, hasTotal = false, periods } = props;
  const [pointer, setPointer] = useState<Pointer | null>(null);
  // As it was last drawn: annotations stand at its places.
  const [drawing, setDrawing] = useState<{ plot: uPlot; width: number }>();
  const element = useRef<HTMLDivElement>(null);
  const pointed = useRef(onPoint);
  pointed.current = onPoint;
  const theme = useThemeTurn();
  // Annotations come after the chart, which stands still without them.
  const { data: ChartNotes } = useLoaded(periods === undefined ? null : "notes", loadNotes);

  useEffect(() => {
    const parent = element.current;
    if (parent === null) return undefined;
    // A chart on a dashboard is as high as its tile leaves, where the tile has a height.
    const spare = () =>
      parent.parentElement?.closest(".tiles") ? Math.max(LEAST_COMPACT, parent.clientHeight) : COMPACT_HEIGHT;
    const height = compact ? spare() : Math.min(HIGHEST, Math.max(LOWEST, Math.round(innerHeight * SHARE)));
    const ends = isStacked(form) ? stack(lines) : lines.map(({ data }) => [...data]);
    const drawn = toDrawn(lines, ends, { form, from: runningFrom });
    const hasEndLabels = !compact && fitsEndLabels(form, lines, parent.clientWidth);
    const options = toPlotOptions({ labels, drawn, form, isRate, hasEndLabels, colourOf: colourReader(parent) });
    const data = [labels.map((_, index) => index), ...drawn.map((each) => each.data)];
    const follow = (plot: uPlot) => {
      const { idx, left = -1 } = plot.cursor;
      if (typeof idx !== "number" || left < 0) return setPointer(null);
      const at = plot.over.offsetLeft + plot.valToPos(idx, "x");
      setPointer({ place: idx, left: at, isRight: at > parent.clientWidth / 2 });
    };
    const plot = new uPlot(
      { ...options, width: parent.clientWidth, height, hooks: { ...options.hooks, setCursor: [follow] } },
      data as uPlot.AlignedData,
      parent,
    );
    plot.over.addEventListener("click", () => {
      const { idx, top } = plot.cursor;
      if (typeof idx !== "number" || top === undefined) return;
      const here = ends.map((line) => line[idx] ?? 0);
      pointed.current?.(lineAt(form, here, plot.posToVal(top, "y")), idx);
    });
    plot.over.classList.toggle("clickable", pointed.current !== undefined);
    const resized = new ResizeObserver(() => {
      plot.setSize({ width: parent.clientWidth, height: compact ? spare() : height });
      setDrawing({ plot, width: parent.clientWidth });
    });
    resized.observe(parent);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [labels, lines, form, theme, compact, runningFrom, isRate]);

  return (
    <div class="chart">
      <div ref={element} class="chart-plot" role="img" aria-label={name} />
      {ChartNotes !== undefined && periods !== undefined && drawing !== undefined && periods.starts.length > 0 && (
        <ChartNotes
          plot={drawing.plot}
          starts={periods.starts}
          period={periods.length}
          pointed={pointer?.place ?? null}
        />
      )}
      {pointer !== null && (
        <ChartTooltip
          {...pointer}
          lines={lines}
          title={titles[pointer.place] ?? ""}
          tell={tell}
          hasTotal={hasTotal}
          isRunning={runningFrom !== null && pointer.place >= runningFrom}
        />
      )}
    </div>
  );
}
