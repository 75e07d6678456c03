import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { ChartLegend } from "./chart-legend.tsx";
import { lineAt, stack } from "./chart-lines.ts";
import type { ChartForm, ChartLine } from "./chart-lines.ts";
import { toPlotOptions } from "./chart-options.ts";
import { colourReader, useThemeTurn } from "./theme-turn.ts";

interface ChartProps {
  /** The name of the chart for screen readers; a table beside it should have the numbers. */
  name: string;
  /** Labels of the places on the x axis. */
  labels: readonly string[];
  lines: readonly ChartLine[];
  form?: ChartForm;
  /** Called when the user clicks on a point. */
  onPoint?: ((line: number, place: number) => void) | undefined;
  /** Formats a value. @default unchanged */
  tell?: (value: number) => string;
  /** Lower, for a dashboard. */
  compact?: boolean;
}

const HEIGHT = 300;
const COMPACT_HEIGHT = 190;

/** Lines or bars over places on an x axis, in the colours of the page. Pointing at a place shows its values. */
export function Chart(props: ChartProps) {
  const { name, labels, lines, form = "line", onPoint, tell = String, compact = false } = props;
  const [place, setPlace] = useState<number | null>(null);
  const element = useRef<HTMLDivElement>(null);
  const pointed = useRef(onPoint);
  pointed.current = onPoint;
  const theme = useThemeTurn();
  const height = compact ? COMPACT_HEIGHT : HEIGHT;

  useEffect(() => {
    const parent = element.current;
    if (parent === null) return undefined;
    const ends = form === "stack" ? stack(lines) : lines.map(({ data }) => [...data]);
    const colourOf = colourReader(parent);
    const options = toPlotOptions({ labels, lines, form, tell, colourOf });
    // The first data lie lowest: in a stack, the longest bars.
    const data = [labels.map((_, index) => index), ...(form === "stack" ? ends.toReversed() : ends)];
    const plot = new uPlot(
      {
        ...options,
        width: parent.clientWidth,
        height,
        hooks: { setCursor: [({ cursor }) => setPlace(cursor.idx ?? null)] },
      },
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
    const resized = new ResizeObserver(() => plot.setSize({ width: parent.clientWidth, height }));
    resized.observe(parent);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [labels, lines, form, theme, height]);

  return (
    <div class="chart">
      <ChartLegend lines={lines} place={place} label={place === null ? "" : (labels[place] ?? "")} tell={tell} />
      <div ref={element} class="chart-plot" role="img" aria-label={name} />
    </div>
  );
}
