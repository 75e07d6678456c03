/** A query node, or a part of it. */
export type Question = Readonly<Record<string, unknown>>;

/** A number of an answer: the fields of InsightActorsQuery, and of a retention the cell of the row `interval`. */
export interface NumberPoint {
  day?: string | number;
  series?: number;
  breakdown?: string | number | (string | number)[];
  compare?: "previous";
  status?: string;
  interval?: number;
  cell?: number;
}

/** An event that a number counts, written as numbers of trends: the list of events behind a trend finds it. */
export interface CountedPart {
  name: string;
  /** The number whose events count. */
  source: Question;
  /** The same event without filters and breakdown: at the number's time, and of all time. */
  bare: { inDates: Question; ever: Question };
  /** The unit in which intervals are counted; null = they are not. */
  unit: string | null;
}

/** The events that a number counts; each is a number of a trend. */
export function countedParts(node: Question, point: NumberPoint, results: unknown): CountedPart[] {
  const { kind, interval = "day", dateRange } = node as { kind: string; interval?: string; dateRange?: Question };
  const { day, series } = point;
  switch (kind) {
    case "RetentionQuery":
      return retentionParts(node, point, results as { date: string }[]);
    case "StickinessQuery":
      return ofSeries(node, { compare: point.compare }, series, toUnit(interval));
    case "PathsQuery":
      return ofSeries({ ...node, series: itemsOf(node["pathsFilter"] as Question | undefined) }, {});
    case "LifecycleQuery": {
      if (day === undefined) return ofSeries(node, {}, 0);
      const before = Date.parse(String(day)) - 1;
      // The status of an interval depends on the one before, which may lie before the question's dates.
      const date_from = new Date(before - 40 * DAY_MS).toISOString();
      const [last] = ofSeries(
        { ...node, dateRange: { ...dateRange, date_from } },
        { day: new Date(before).toISOString() },
        0,
      );
      const own = ofSeries(node, { day }, 0);
      return last === undefined ? own : [...own, { ...last, name: `${last.name}, the interval before` }];
    }
    default:
      return ofSeries(node, point, series);
  }
}

const DAY_MS = 86_400_000;

function toUnit(interval: string): string {
  return `${interval[0]?.toUpperCase()}${interval.slice(1)}`;
}

/** A part for each series, or for one series. */
function ofSeries(
  node: Question,
  point: NumberPoint | object,
  only?: number,
  unit: string | null = null,
): CountedPart[] {
  const { series: all = [], dateRange, interval, properties, filterTestAccounts, trendsFilter, compareFilter } = node;
  const { breakdownFilter, samplingFactor, aggregation_group_type_index } = node;
  const bareTrend = {
    kind: "TrendsQuery",
    interval,
    dateRange,
    trendsFilter: withoutFormulas(trendsFilter),
    compareFilter,
  };
  const trend = {
    ...bareTrend,
    properties,
    filterTestAccounts,
    breakdownFilter,
    samplingFactor,
    aggregation_group_type_index,
  };
  const { breakdown: _, ...when } = point as NumberPoint;
  return (all as Question[]).flatMap((each, place) => {
    if (only !== undefined && only !== place) return [];
    const one = isFirst(each) ? { ...each, math: "total" } : each;
    const plain = { ...bareTrend, series: [bare(each)] };
    return {
      name: seriesNameOf(each),
      source: behind({ ...trend, series: [one] }, point),
      bare: {
        inDates: behind(plain, when),
        ever: behind({ ...plain, compareFilter: null, dateRange: { date_from: "all" } }, {}),
      },
      unit,
    };
  });
}

function behind(source: Question, at: object): Question {
  return { kind: "InsightActorsQuery", source, ...at, series: 0 };
}

/** The events of a first time are not listed; all of the time are. */
function isFirst({ math }: Question): boolean {
  return typeof math === "string" && math.startsWith("first_");
}

/** Formulas put numbers together; each counts events of its own. */
function withoutFormulas(filter: unknown): unknown {
  const { formula: _, formulas: __, formulaNodes: ___, ...rest } = (filter ?? {}) as Question;
  return rest;
}

function bare({ kind, event, id, nodes, operator, name }: Question): Question {
  return { kind, event, id, operator, name, ...(Array.isArray(nodes) && { nodes: (nodes as Question[]).map(bare) }) };
}

/** Target events in the period of the row, and returning events in that of the cell, or from there on. */
function retentionParts(
  node: Question,
  { interval: row, cell, breakdown }: NumberPoint,
  rows: { date: string }[],
): CountedPart[] {
  const {
    period = "Day",
    targetEntity,
    returningEntity,
    timeWindowMode,
  } = (node["retentionFilter"] ?? {}) as {
    period?: keyof typeof PERIOD_MS;
    targetEntity?: Question;
    returningEntity?: Question;
    timeWindowMode?: string;
  };
  const series = [targetEntity, returningEntity ?? targetEntity].map(toNode);
  const interval = period.toLowerCase();
  const date = rows[row ?? 0]?.date ?? "";
  const whole = { ...node, interval, series, dateRange: { date_from: date } };
  const unbroken = { ...whole, breakdownFilter: null };
  if (row === undefined) return ofSeries(unbroken, {});
  const back = cell === undefined || timeWindowMode === "24_hour_windows" ? {} : { day: toPeriod(date, period, cell) };
  const target =
    breakdown === undefined ? ofSeries(unbroken, { day: date }, 0) : ofSeries(whole, { day: date, breakdown }, 0);
  return [...target, ...ofSeries(unbroken, back, 1)];
}

const PERIOD_MS = { Hour: DAY_MS / 24, Day: DAY_MS, Week: 7 * DAY_MS, Month: 0 };

/** An instant in the period that many periods later. */
function toPeriod(date: string, period: keyof typeof PERIOD_MS, later: number): string {
  const at = new Date(Date.parse(date) + PERIOD_MS[period] * later);
  if (period === "Month") at.setUTCMonth(at.getUTCMonth() + later, at.getUTCDate() + 1);
  // The middle of the period: a clock that is changed moves its edges.
  return new Date(at.getTime() + PERIOD_MS[period] / 2).toISOString();
}

function toNode(entity: Question | undefined): Question {
  const { id, type, name, custom_name, properties } = entity ?? { id: "$pageview" };
  const own = type === "actions" ? { kind: "ActionsNode", id: Number(id) } : { kind: "EventsNode", event: id };
  return { ...own, name, custom_name, properties };
}

/** The kinds of events that are items of paths. */
function itemsOf(filter: Question | undefined): Question[] {
  const { includeEventTypes: types, includeCustomEvents: names } = (filter ?? {}) as Record<string, string[] | null>;
  const all = [...(types ?? []).filter((type) => type !== "hogql"), ...(names ?? [])];
  if (all.length === 0) return [{ kind: "EventsNode", event: null }];
  return all.map((event) => (event === "custom_event" ? CUSTOM : { kind: "EventsNode", event }));
}

/** Any event without `$`. */
const CUSTOM: Question = {
  kind: "EventsNode",
  event: null,
  custom_name: "custom events",
  properties: [{ key: "event", type: "event_metadata", operator: "not_starts_with", value: "$" }],
};

/** The name of a series as the page writes it. */
function seriesNameOf({ custom_name: custom, name, id, event, kind }: Question): string {
  if (typeof custom === "string" && custom !== "") return custom;
  if (kind === "ActionsNode") return typeof name === "string" ? name : `action ${String(id)}`;
  return typeof event === "string" ? event : "any event";
}
