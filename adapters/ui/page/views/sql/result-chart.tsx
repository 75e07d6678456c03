import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import type { QueryResult } from "../../../../../lib/index.ts";
import { ChartLegend } from "../../parts/chart-legend.tsx";
import { Empty } from "../../parts/states.tsx";
import { useThemeTurn } from "../../parts/theme-turn.ts";
import { toChart } from "./to-chart.ts";
import type { Chart } from "./to-chart.ts";
import { HEIGHT, toPlotOptions } from "./plot-options.ts";

/** A chart of the answer: the first column is the x axis, the numbers the y axis. The table stands below. */
export function ResultChart({ result }: { result: Pick<QueryResult, "results" | "types"> }) {
  const chart = useMemo(() => toChart(result), [result]);
  if (chart !== null) return <Drawn chart={chart} />;
  return (
    <Empty>
      Nothing to draw: a chart needs a first column to stand along the axis, and columns of numbers after it, e.g.{" "}
      <code>SELECT date(timestamp), count() FROM events GROUP BY 1</code>.
    </Empty>
  );
}

function Drawn({ chart }: { chart: Chart }) {
  const [place, setPlace] = useState<number | null>(null);
  const element = useRef<HTMLDivElement>(null);
  const theme = useThemeTurn();
  useEffect(() => {
    const parent = element.current;
    if (parent === null) return undefined;
    let plot: uPlot | undefined;
    let isGone = false;
    const resized = new ResizeObserver(() => plot?.setSize({ width: parent.clientWidth, height: HEIGHT }));
    const draw = (Plot: typeof uPlot) => {
      if (isGone) return;
      const hooks = { setCursor: [({ cursor }: uPlot) => setPlace(cursor.idx ?? null)] };
      const data: uPlot.AlignedData = [chart.x, ...chart.series.map(({ values }) => values)];
      plot = new Plot({ ...toPlotOptions(Plot, chart, parent), hooks }, data, parent);
      resized.observe(parent);
    };
    // The library is loaded for the first chart.
    void import("uplot").then(({ default: Plot }) => draw(Plot));
    return () => {
      isGone = true;
      resized.disconnect();
      plot?.destroy();
    };
  }, [chart, theme]);

  const lines = chart.series.map(({ name, values }, colour) => {
    // Missing values become NaN; see `tell`.
    return { name, data: values.map((value) => value ?? Number.NaN), colour };
  });
  const names = chart.series.map(({ name }) => name).join(", ");
  return (
    <div class="panel">
      <ChartLegend lines={lines} place={place} label={place === null ? "" : (chart.labels[place] ?? "")} tell={tell} />
      <div
        ref={element}
        class="sql-chart"
        role="img"
        aria-label={`Chart of ${names}; the table below has the numbers`}
      />
    </div>
  );
}

function tell(value: number): string {
  return Number.isNaN(value) ? "none" : value.toLocaleString("en");
}
