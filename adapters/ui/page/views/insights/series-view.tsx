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
import type { QuestionDraft } from "./question.ts";
import { runningFrom, toMs } from "../../parts/running-period.ts";
import type { Series, SeriesLine } from "./series.ts";
import { SeriesLegend } from "./series-legend.tsx";
import { SeriesTable } from "./series-table.tsx";

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
  /** The table behind it. @default a table of its values */
  table?: (() => ComponentChildren) | undefined;
  /** The funnel that explains each person's events. */
  explain?: QuestionDraft | undefined;
}

/** Lines that are drawn at first: there are eight colours. The table has all, and chooses others. */
const DRAWN = 8;
/** Lines up to which all are drawn. */
const ALL = 12;

/** Lines or bars, and the table behind them. */
export function SeriesView({ series, name, isRate, interval, open, compact, table, explain }: SeriesViewProps) {
  const { project } = useProject();
  const { form, labels, lines } = series;
  const [shown, setShown] = useState<ReadonlySet<number>>(
    () => new Set(Array.from({ length: lines.length > ALL ? DRAWN : lines.length }, (_, index) => index)),
  );
  const drawn = useMemo(() => toDrawnLines(series, shown), [series, shown]);
  const names = useMemo(() => labels.map((label) => toShortDate(label, interval === "month")), [labels, interval]);
  const titles = useMemo(() => labels.map(toLongDate), [labels]);
  const from = runningFrom(labels, interval, toClock(new Date().toISOString(), project.timezone));
  const openPoint = (line: SeriesLine | undefined, place: number) => {
    const link = line?.links[place];
    if (line === undefined || link === undefined) return;
    open({ title: `${line.name} · ${titles[place] ?? ""}`, path: toPath(link), ...(explain && { explain }) });
  };
  const hasLinks = lines.some(({ links }) => links.length > 0);
  const isZero = lines.every(({ data }) => data.every((value) => value === 0));
  const describe = isRate ? (value: number) => `${describeNumber(value)} %` : describeNumber;
  return (
    <>
      {isZero && <Empty>No matching events in this period.</Empty>}
      {(lines.length > 1 || !compact) && <SeriesLegend lines={lines} shown={shown} onChange={setShown} />}
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

/** The chosen lines; of many whose sum has a meaning, the others as one line. */
function toDrawnLines({ lines, hasTotal }: Series, shown: ReadonlySet<number>): SeriesLine[] {
  const chosen = lines.filter((_, index) => shown.has(index));
  const rest = lines.filter(({ isDashed }, index) => !shown.has(index) && isDashed !== true);
  if (lines.length <= ALL || !hasTotal || rest.length === 0) return chosen;
  const data = (rest[0]?.data ?? []).map((_, place) => rest.reduce((sum, line) => sum + (line.data[place] ?? 0), 0));
  return [...chosen, { name: `Other (${rest.length})`, data, colour: OTHER_COLOUR, links: [] }];
}

/** The grey one. */
const OTHER_COLOUR = 7;
