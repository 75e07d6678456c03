import { useMemo, useState } from "preact/hooks";
import type { TrendResult } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Chart } from "../../parts/chart.tsx";
import { DateRange } from "../../parts/date-range.tsx";
import { toLongDate, toShortDate } from "../../parts/short-date.ts";
import { toShortNumber } from "../../parts/short-number.ts";
import { Answered } from "../../parts/states.tsx";
import { toClock } from "../../parts/clock.ts";
import { useProject } from "../../project.ts";
import { useHashParameters } from "../../use-hash.ts";
import { useLoaded } from "../../use-loaded.ts";
import { describeNumber, describeSeconds } from "../insights/numbers.ts";
import { runningFrom } from "../../parts/running-period.ts";
import { OtherApp } from "./other-app.tsx";
import { WebLists } from "./web-lists.tsx";
import { toInterval, toProperties, toWebAddress, toWebState } from "./web-state.ts";
import type { WebState } from "./web-state.ts";

/** A figure of a WebOverviewQuery. */
interface WebOverviewItem {
  key: string;
  kind: "unit" | "duration_s" | "percentage";
  isIncreaseBad: boolean;
  value: number | null;
  previous: number | null;
  /** Whole per cent. */
  changeFromPreviousPct: number | null;
}

/** The figures with a chart, in the order of the trend's series; and the names of all. */
const CHARTED = ["visitors", "views", "sessions"];
const NAMES: Record<string, string> = {
  visitors: "Visitors",
  views: "Page views",
  sessions: "Sessions",
  "session duration": "Session duration",
  "bounce rate": "Bounce rate",
};
const SERIES = [
  { id: "$pageview", math: "dau", order: 0 },
  { id: "$pageview", math: "total", order: 1 },
  { id: "$pageview", math: "unique_session", order: 2 },
];

interface WebOverviewProps {
  /** Is the project a site for certain? Until then only the figures are asked for. */
  isKnown: boolean;
}

/** A site at a glance: its figures with their change, one chart, and lists whose rows filter all of it. */
export function WebOverview({ isKnown }: WebOverviewProps) {
  const [address, ask] = useHashParameters();
  const state = toWebState(address);
  const show = (change: Partial<WebState>) => ask(toWebAddress({ ...state, ...change }));
  const query: WebQuery = {
    properties: toProperties(state.filters),
    dateRange: state.range,
    compareFilter: { compare: state.range.date_from !== "all" },
  };
  return (
    <div class="stack">
      <div class="row web-bar">
        <DateRange value={state.range} onChange={(range) => show({ range })} />
        {state.filters.map((filter) => (
          <button
            key={filter.key}
            type="button"
            class="web-filter"
            title="Remove this filter"
            onClick={() => show({ filters: state.filters.filter(({ key }) => key !== filter.key) })}
          >
            {filter.key.replace("$", "")} is <b>{filter.value}</b> ✕
          </button>
        ))}
      </div>
      <Figures query={query} interval={toInterval(state.range)} />
      {isKnown && (
        <>
          <WebLists
            query={query}
            filters={state.filters}
            filterBy={(filter) => show({ filters: [...state.filters.filter(({ key }) => key !== filter.key), filter] })}
          />
          <OtherApp />
        </>
      )}
    </div>
  );
}

/** The fields that all web queries share. */
type WebQuery = {
  properties: ReturnType<typeof toProperties>;
  dateRange: WebState["range"];
  compareFilter: { compare: boolean };
};

/**
 * The figures and their chart: a component before the lists, so that its requests go first. Browsers send six at a time, and the
 * chart waited for the lists.
 */
function Figures({ query, interval }: { query: WebQuery; interval: ReturnType<typeof toInterval> }) {
  const { P } = useProject();
  const [chosen, setChosen] = useState("visitors");
  const { properties, dateRange, compareFilter } = query;
  const trend = useLoaded(["web trend", P, query, interval], (signal) =>
    call<TrendResult>(`${P}/insights/trend/`, {
      method: "POST",
      body: { events: SERIES, ...dateRange, interval, properties, ...compareFilter },
      signal,
    }),
  );
  const figures = useLoaded(["web overview", P, query], (signal) =>
    call<{ results: WebOverviewItem[] }>(`${P}/query/`, {
      method: "POST",
      body: { query: { kind: "WebOverviewQuery", ...query } },
      signal,
    }),
  );
  return (
    <section class="panel web-panel" aria-label="Figures">
      <div class="web-room">
        <Answered answer={figures} what="the figures">
          {({ results }) => (
            <div class="web-figures">
              {results
                .filter(({ key }) => key in NAMES)
                .map((item) => (
                  <Figure
                    key={item.key}
                    item={item}
                    trend={trend.data}
                    isChosen={item.key === chosen}
                    choose={CHARTED.includes(item.key) ? () => setChosen(item.key) : undefined}
                  />
                ))}
            </div>
          )}
        </Answered>
      </div>
      <Answered answer={trend} what="the chart">
        {(data) => <FigureChart trend={data} figure={chosen} interval={interval} />}
      </Answered>
    </section>
  );
}

interface FigureProps {
  item: WebOverviewItem;
  trend: TrendResult | undefined;
  isChosen: boolean;
  /** Undefined = it has no chart. */
  choose: (() => void) | undefined;
}

function Figure({ item, trend, isChosen, choose }: FigureProps) {
  const { key, changeFromPreviousPct: change, isIncreaseBad, previous } = item;
  const content = (
    <>
      <span class="web-name">{NAMES[key]}</span>
      <span class="web-value">{describe(item, item.value)}</span>
      {change !== null && (
        <span
          class={`web-change${change !== 0 && change > 0 !== isIncreaseBad ? " better" : ""}`}
          title={`${describe(item, previous)} in the period before`}
        >
          {change > 0 ? "↑" : change < 0 ? "↓" : "="} {Math.abs(change).toLocaleString("en")} %
        </span>
      )}
      {choose !== undefined && <Sparkline values={lineOf(trend, key)?.data ?? []} />}
    </>
  );
  if (choose === undefined) return <div class="web-figure">{content}</div>;
  return (
    <button type="button" class="web-figure" aria-pressed={isChosen} onClick={choose}>
      {content}
    </button>
  );
}

function describe({ kind }: WebOverviewItem, value: number | null): string {
  if (value === null) return "–";
  if (kind === "duration_s") return describeSeconds(value);
  return kind === "percentage" ? `${Math.round(value * 10) / 10} %` : toShortNumber(value);
}

function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  if (values.length < 2) return null;
  const points = values.map((value, index) => `${(index / (values.length - 1)) * 100},${22 - (value / most) * 20}`);
  return (
    <svg class="web-spark" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(" ")} />
    </svg>
  );
}

function lineOf(trend: TrendResult | undefined, figure: string, label = "current") {
  return trend?.result.find(
    ({ action, compare_label: period = "current" }) => action?.order === CHARTED.indexOf(figure) && period === label,
  );
}

function FigureChart({ trend, figure, interval }: { trend: TrendResult; figure: string; interval: string }) {
  const { project } = useProject();
  const { labels, titles, lines, days } = useMemo(() => {
    const current = lineOf(trend, figure);
    const previous = lineOf(trend, figure, "previous");
    const starts = current?.days ?? [];
    return {
      days: starts,
      labels: starts.map((day) => toShortDate(day)),
      titles: starts.map(toLongDate),
      lines: [
        { name: NAMES[figure] ?? figure, data: current?.data ?? [], colour: 0 },
        ...(previous === undefined
          ? []
          : [{ name: "Period before", data: previous.data, colour: 0, isPrevious: true }]),
      ],
    };
  }, [trend, figure]);
  const from = runningFrom(days, interval, toClock(new Date().toISOString(), project.timezone));
  return (
    <Chart
      name={`${NAMES[figure]} over time; the figures above have their sum`}
      labels={labels}
      titles={titles}
      lines={lines}
      runningFrom={from}
      periods={{ starts: days, length: interval }}
      tell={describeNumber}
    />
  );
}
