import { useMemo, useState } from "preact/hooks";
import type { TrendResult } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Chart } from "../../parts/chart.tsx";
import { runningFrom } from "../../parts/running-period.ts";
import { toLongDate, toShortDate } from "../../parts/short-date.ts";
import { toChange, toShortNumber } from "../../parts/short-number.ts";
import { Answered } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { toClock } from "../../parts/clock.ts";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { describeNumber } from "../insights/numbers.ts";

/** The dates of all figures: two weeks, today included. */
const DATES = { date_from: "-13d", compare: true };
const FIGURES = [
  { name: "Events", math: "total" },
  { name: "Active persons", math: "dau" },
] as const;

type Line = TrendResult["result"][number];

/** The events and the active persons of an app in the last 14 days, against the 14 days before; a chart by day. */
export function AppFigures() {
  const { P } = useProject();
  const [chosen, setChosen] = useState(0);
  const ask = (body: object, signal: AbortSignal) =>
    call<TrendResult>(`${P}/insights/trend/`, { method: "POST", body: { ...DATES, ...body }, signal });
  const series = FIGURES.map(({ math }, order) => ({ id: null, type: "events", math, order }));
  const byDay = useLoaded(["app by day", P], (signal) => ask({ events: series, interval: "day" }, signal));
  // Persons of several days count once, so that their days do not add up to the whole.
  const whole = useLoaded(["app as a whole", P], (signal) => ask({ events: series, display: "BoldNumber" }, signal));
  return (
    <section class="panel web-panel" aria-label="Figures">
      <Answered answer={whole} what="the figures">
        {({ result }) => (
          <div class="web-figures">
            {FIGURES.map(({ name }, order) => (
              <Figure
                key={name}
                name={name}
                value={valueOf(result, order, "current")}
                before={valueOf(result, order, "previous")}
                isChosen={order === chosen}
                choose={() => setChosen(order)}
              />
            ))}
          </div>
        )}
      </Answered>
      <Answered answer={byDay} what="the chart">
        {({ result }) => <ByDay name={FIGURES[chosen]?.name ?? ""} line={lineOf(result, chosen)} />}
      </Answered>
    </section>
  );
}

function lineOf(result: readonly Line[], order: number, period = "current"): Line | undefined {
  return result.find((line) => line.action?.order === order && (line.compare_label ?? "current") === period);
}

function valueOf(result: readonly Line[], order: number, period: string): number | undefined {
  return lineOf(result, order, period)?.aggregated_value ?? undefined;
}

interface FigureProps {
  name: string;
  value: number | undefined;
  /** The value in the 14 days before. */
  before: number | undefined;
  isChosen: boolean;
  choose: () => void;
}

function Figure({ name, value = 0, before, isChosen, choose }: FigureProps) {
  const change = before === undefined ? null : toChange(value, before);
  return (
    <button type="button" class="web-figure" aria-pressed={isChosen} onClick={choose}>
      <span class="web-name">{name}, last 14 days</span>
      <span class="web-value">{toShortNumber(value)}</span>
      {change !== null && (
        <span
          class={`web-change${value > (before ?? 0) ? " better" : ""}`}
          title={`${describeNumber(before ?? 0)} in the 14 days before`}
        >
          {change}
        </span>
      )}
    </button>
  );
}

function ByDay({ name, line }: { name: string; line: Line | undefined }) {
  const { project } = useProject();
  const { days, data, labels, titles, lines } = useMemo(() => {
    const starts = line?.days ?? [];
    const values = line?.data ?? [];
    return {
      days: starts,
      data: values,
      labels: starts.map((day) => toShortDate(day)),
      titles: starts.map(toLongDate),
      lines: [{ name, data: values, colour: 0 }],
    };
  }, [name, line]);
  const from = runningFrom(days, "day", toClock(new Date().toISOString(), project.timezone));
  return (
    <>
      <Chart
        name={`${name} by day; the numbers are in the table below`}
        labels={labels}
        titles={titles}
        lines={lines}
        form="bars"
        runningFrom={from}
        periods={{ starts: days, length: "day" }}
        tell={describeNumber}
        compact
      />
      <details>
        <summary>As a table</summary>
        <Table
          caption={`${name} by day`}
          columns={[
            { name: "Day", cell: ({ day }) => day },
            { name, cell: ({ count }) => count.toLocaleString("en"), isNumber: true },
          ]}
          rows={days.map((day, index) => ({ day, count: data[index] ?? 0 }))}
          rowKey={({ day }) => day}
        />
      </details>
    </>
  );
}
