import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Chart } from "../../parts/chart.tsx";
import { toLongDate, toShortDate } from "../../parts/short-date.ts";
import { Empty } from "../../parts/states.tsx";
import { toClock } from "../../parts/clock.ts";
import { useProject } from "../../project.ts";
import { describeNumber } from "./numbers.ts";
import { toPath } from "./people.ts";
import type { OpenPeople } from "./people.ts";
import { runningFrom, toMs } from "../../parts/running-period.ts";
import type { Series, SeriesLine } from "./series.ts";
import { SeriesLegend } from "./series-legend.tsx";
import { SeriesTable } from "./series-table.tsx";
import { drawnLines, firstShown } from "./shown-lines.ts";

interface SeriesViewProps {
  series: Series;
  /** The name of the chart, for screen readers. */
  name: string;
  /** Are the values percentages? */
  isRate: boolean;
  /** The length of the periods. @default "day" */
  interval: string | undefined;
  open: OpenPeople;
  compact: boolean;
  /** The table behind the chart. @default a table of its values */
  table?: (() => ComponentChildren) | undefined;
}

/** Lines or bars, and the table behind them. */
export function SeriesView({ series, name, isRate, interval, open, compact, table }: SeriesViewProps) {
  const { project } = useProject();
  const { form, labels, lines } = series;
  const [shown, setShown] = useState<ReadonlySet<number>>(() => firstShown(series));
  const drawn = useMemo(() => drawnLines(series, shown), [series, shown]);
  const names = useMemo(() => labels.map((label) => toShortDate(label, interval === "month")), [labels, interval]);
  const titles = useMemo(() => labels.map(toLongDate), [labels]);
  const from = runningFrom(labels, interval, toClock(new Date().toISOString(), project.timezone));
  const openPoint = (line: SeriesLine | undefined, place: number) => {
    const link = line?.links[place];
    if (line === undefined || link === undefined) return;
    const day = line.days === undefined ? titles[place] : toLongDate(line.days[place] ?? "");
    open({ title: `${line.title ?? line.name} · ${day ?? ""}`, path: toPath(link) });
  };
  const hasLinks = lines.some(({ links }) => links.length > 0);
  const isZero = lines.every(({ data }) => data.every((value) => value === 0));
  const describe = isRate ? (value: number) => `${describeNumber(value)} %` : describeNumber;
  return (
    <>
      {isZero && <Empty>No matching events in this period.</Empty>}
      {(lines.length > 1 || !compact) && <SeriesLegend lines={lines} drawn={drawn} shown={shown} onChange={setShown} />}
      <Chart
        name={name}
        labels={names}
        titles={titles}
        lines={drawn}
        form={form}
        tell={describe}
        isRate={isRate}
        hasTotal={series.hasTotal}
        runningFrom={from}
        onPoint={hasLinks ? (line, place) => openPoint(drawn[line], place) : undefined}
        compact={compact}
        {...(toMs(labels[0] ?? "") !== null && { periods: { starts: labels, length: interval } })}
      />
      {!compact &&
        (table?.() ?? (
          <SeriesTable
            series={series}
            names={names}
            name={name}
            runningFrom={from}
            describe={describe}
            openPoint={(line, place) => openPoint(lines[line], place)}
            shown={shown}
            onShown={setShown}
          />
        ))}
    </>
  );
}
