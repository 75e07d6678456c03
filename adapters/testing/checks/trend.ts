import { isFields } from "../../../lib/base/fields.ts";
import type { QueryNode, TrendQuestion } from "../../../lib/index.ts";
import { requireArguments, requireFields } from "../require-fields.ts";
import { differences, isSubset, show, tell } from "../subset.ts";
import type { AssertedView } from "../test-view.ts";
import type { Verdict } from "./verdict.ts";

/** The kinds of nodes whose answer is a list of series. */
const KINDS = ["TrendsQuery", "LifecycleQuery"] as const;

/** A trend: the name of an event (its daily counts of the last seven days), a query node, or a question of the older dialect. */
export type AskedTrend = string | QueryNode<(typeof KINDS)[number]> | TrendQuestion;

/** A part of a series of a trend; an absent field allows any value. */
export interface SeriesMatch {
  label?: string;
  /** Sum of its points. */
  count?: number;
  /** One value per bucket. */
  data?: number[];
  days?: string[];
  breakdown_value?: unknown;
  aggregated_value?: number;
  /** `current` or `previous`, where periods are compared. */
  compare_label?: string;
  /** The status of a line of a lifecycle: `new`, `returning`, `resurrecting` or `dormant`. */
  status?: string;
}

const FIELDS = [
  "label",
  "count",
  "data",
  "days",
  "breakdown_value",
  "aggregated_value",
  "compare_label",
  "status",
] as const satisfies (keyof SeriesMatch)[];

/** Each expected series must be in the answer; further series are allowed. */
export async function trends(
  view: AssertedView,
  query: AskedTrend,
  expected: SeriesMatch | readonly SeriesMatch[],
): Promise<Verdict> {
  const wanted = [expected].flat() as SeriesMatch[];
  requireArguments(wanted.length > 0 && wanted.every(isFields), "toHaveTrend(query, { count: 1 })");
  for (const series of wanted) requireFields("toHaveTrend", series, FIELDS);
  const actual = (await askTrend(view, query)).map((series) => pick(series));
  const missing = wanted.filter((series) => !actual.some((line) => isSubset(series, line)));
  return {
    pass: missing.length === 0,
    expected,
    actual,
    message: () =>
      missing.length === 0
        ? `Expected the trend to have no ${wanted.map(show).join(" and ")}.`
        : missing.map((series) => describeMissing(series, actual)).join("\n"),
  };
}

async function askTrend(view: AssertedView, query: AskedTrend): Promise<readonly object[]> {
  if (typeof query === "string") return askTrend(view, { kind: "TrendsQuery", series: [{ event: query }] });
  requireArguments(isFields(query), 'toHaveTrend({ kind: "TrendsQuery", series: [{ event: "paid" }] }, { count: 1 })');
  if ("kind" in query) {
    requireArguments(KINDS.includes(query.kind), `toHaveTrend with a node of kind ${KINDS.join(", ")}`);
    return (await view.ask(query, { refresh: true })).results;
  }
  const { events, actions } = query;
  requireArguments(Boolean(events ?? actions), "toHaveTrend with a query node, or with the fields events or actions");
  return (await view.insights.trend({ ...query, refresh: true })).result;
}

/** A series' fields that can be expected; without links, which are long. */
function pick(series: object): SeriesMatch {
  return Object.fromEntries(FIELDS.flatMap((field) => (field in series ? [[field, Reflect.get(series, field)]] : [])));
}

function describeMissing(series: SeriesMatch, actual: readonly object[]): string {
  if (actual.length === 0) return `Expected a series ${show(series)}, but the trend has none.`;
  const ranked = actual.map((line) => differences(series, line)).toSorted((a, b) => a.length - b.length);
  return `Expected a series ${show(series)}; of the nearest, ${(ranked[0] ?? []).map(tell).join("; ")}.`;
}
