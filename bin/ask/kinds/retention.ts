import { choiceFlag, flag } from "../../flag.ts";
import type { AskKind } from "../kind.ts";
import { given, toBreakdown } from "../node-parts.ts";
import type { Node } from "../node-parts.ts";
import { shared, toPositive } from "../question-flags.ts";
import type { QuestionFlags } from "../question-flags.ts";
import type { Cell, Column } from "../../draw/table.ts";
import type { Tone } from "../../draw/paint.ts";
import { counted, toCount, toPeriod, toShare } from "../../draw/words.ts";
import type { Answer, Asked, Part, Sheet } from "../sheet.ts";

const PERIODS = ["hour", "day", "week", "month"];
const TYPES = ["recurring", "first_time", "first_ever_occurrence"];

/** `hoglet ask retention`. */
export const retention: AskKind = {
  name: "retention",
  node: "RetentionQuery",
  summary: "counts the persons who came back, period by period",
  argument: "[events...]",
  most: 2,
  isOfGroups: true,
  isOfPeriods: true,
  options: () => [
    shared.explain(),
    flag("--target <event>", "event that starts a row (default: the first argument, else $pageview)"),
    flag("--returning <event>", "event that persons come back for (default: the second argument, else the target)"),
    choiceFlag("--period <name>", "(default: day)", PERIODS),
    flag("--total-intervals <count>", "rows, and periods of a row (default: 8)").argParser(toPositive),
    choiceFlag("--type <name>", "persons that start a row (default: recurring)", TYPES),
    flag("--minimum-occurrences <count>", "how often they come back in a period").argParser(toPositive),
    flag("--cumulative", "count those who came back in that period or later"),
    shared.breakdown(),
    shared.by(),
  ],
  async toNode(flags, api) {
    const { period, totalIntervals, type, minimumOccurrences, cumulative } = flags;
    const [target, returning] = toEvents(flags);
    return {
      kind: "RetentionQuery",
      retentionFilter: given({
        targetEntity: { id: target, type: "events" },
        returningEntity: { id: returning, type: "events" },
        period: period === undefined ? undefined : period.charAt(0).toUpperCase() + period.slice(1),
        totalIntervals,
        retentionType: type === undefined ? undefined : `retention_${type}`,
        minimumOccurrences,
        cumulative,
      }),
      ...(await toBreakdown(flags, api)),
    };
  },
  sayWhat: (flags) => [...new Set(toEvents(flags))].join(" → "),
  sayHow: ({ retentionFilter }) => [
    `by ${((retentionFilter as Node)["period"] as string | undefined)?.toLowerCase() ?? "day"}`,
  ],
  toSheet,
};

/** The event that starts a row, and the event that persons come back for. */
function toEvents({ target, returning, events: [first, second] = [] }: QuestionFlags): [string, string] {
  const start = target ?? first ?? "$pageview";
  return [start, returning ?? (target === undefined ? second : (second ?? first)) ?? start];
}

interface Row {
  date: string;
  label: string;
  breakdown_value?: string | null;
  values: { count: number; label: string }[];
}

/** A row with the periods that have begun. */
interface BegunRow extends Row {
  /** Is the period after the first over, so that nobody can come back in it any more? */
  isNextOver: boolean;
}

interface Filter {
  period?: string;
  retentionCustomBrackets?: number[] | null;
}

/** Retention: a row for each start, with the part of persons who came back so many periods later. */
function toSheet({ node, answer }: Asked): Sheet {
  const filter = (node["retentionFilter"] ?? {}) as Filter;
  const rows = withoutFuture(answer, filter);
  const { period = "Day" } = filter;
  const interval = period.toLowerCase();
  const values = [...new Set(rows.map(({ breakdown_value: value }) => value ?? null))];
  const persons = rows.reduce((sum, { values: [first] }) => sum + (first?.count ?? 0), 0);
  return {
    total:
      persons === 0
        ? "Nobody started."
        : `${counted(persons, "start")} in ${counted(rows.length, "row")}; ${sayNext(rows, period)}`,
    parts: values.map((value) =>
      toPart(
        rows.filter((row) => (row.breakdown_value ?? null) === value),
        interval,
        value,
      ),
    ),
    records: rows.flatMap((row) =>
      row.values.map(({ count, label }, at) => ({
        start: row.date,
        ...(row.breakdown_value != null && { breakdown: row.breakdown_value }),
        period: at,
        label,
        count,
        share: (row.values[0]?.count ?? 0) === 0 ? null : count / (row.values[0]?.count ?? 1),
      })),
    ),
  };
}

/** Rows stand a period apart, up to the last of the range, which may run still: later periods were not looked at. */
function withoutFuture(answer: Answer, { retentionCustomBrackets: brackets }: Filter): BegunRow[] {
  const rows = answer.results as Row[];
  // With brackets, values are as wide as several periods.
  if (brackets != null && brackets.length > 0) return rows.map((row) => Object.assign({}, row, { isNextOver: true }));
  const { resolved_date_range: range, last_refresh: now = "" } = answer;
  const running = Date.parse(range?.date_to ?? "") > Date.parse(now) ? 1 : 0;
  return rows.map((row) => {
    const own = rows.filter(({ breakdown_value: value }) => (value ?? null) === (row.breakdown_value ?? null));
    const left = own.length - own.indexOf(row);
    return Object.assign({}, row, { isNextOver: left > 1 + running, values: row.values.slice(0, left) });
  });
}

/** The part of all who came back in the period after the first, where that period is over. */
function sayNext(rows: readonly BegunRow[], period: string): string {
  const over = rows.filter(({ isNextOver, values }) => isNextOver && values.length > 1);
  const started = over.reduce((sum, { values: [first] }) => sum + (first?.count ?? 0), 0);
  const back = over.reduce((sum, { values: [, next] }) => sum + (next?.count ?? 0), 0);
  const name = period.toLowerCase();
  return started === 0 ? `no next ${name} is over yet` : `${toShare(back / started)} came back in the next ${name}`;
}

function toPart(rows: readonly Row[], interval: string, value: string | null): Part {
  const longest = rows.reduce((most, { values }) => Math.max(most, values.length), 0);
  const labels = rows.find(({ values }) => values.length === longest)?.values.map(({ label }) => label) ?? [];
  const columns: Column[] = [
    { name: "start" },
    { name: "persons", isNumber: true, mustStay: true },
    ...labels.slice(1).map((name) => ({ name, isNumber: true })),
  ];
  const cells = rows.map(({ date, values }): Cell[] => {
    const first = values[0]?.count ?? 0;
    return [
      { text: toPeriod(date, interval), tone: "faint" },
      toCount(first),
      ...labels.slice(1).map((_, at) => toShade(values[at + 1]?.count, first)),
    ];
  });
  return { ...(value !== null && { heading: value }), table: { columns, rows: cells } };
}

/** Shares are told by colour too: the more, the warmer. */
function toShade(count: number | undefined, first: number): Cell {
  if (count === undefined) return "";
  if (first === 0) return { text: "–", tone: "faint" };
  const percent = Math.round((count / first) * 100);
  const tone: Tone = percent >= 50 ? "good" : percent >= 20 ? "main" : percent > 0 ? "fourth" : "faint";
  return { text: `${percent} %`, tone };
}
