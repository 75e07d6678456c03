import { call } from "../../api.ts";

interface TopValue {
  /** Null = events without one. */
  value: string | null;
  count: number;
}

interface TopValuesInput {
  /** The counted events: their name (null = all), and how they are counted. */
  series: { event: string | null; math: "total" | "dau" };
  breakdown: { property: string; type: "event" | "event_metadata" | "session" };
  /** Dates and filters of the question. */
  query: object;
}

/** Trends choose their lines by events. A value that is left out has fewer visitors than the last of so many has events. */
const RANKED = 50;
const NO_VALUE = "$$_posthog_breakdown_null_$$";

/** The values of a property by their events or visitors, the largest first. A trend is answered from columns, without a process of SQL. */
export async function topValues(P: string, input: TopValuesInput, signal: AbortSignal): Promise<TopValue[]> {
  const { series, breakdown, query } = input;
  const node = {
    ...query,
    kind: "TrendsQuery",
    series: [{ kind: "EventsNode", ...series }],
    breakdownFilter: { breakdowns: [breakdown], breakdown_limit: RANKED, breakdown_hide_other_aggregation: true },
    trendsFilter: { display: "ActionsTable" },
    compareFilter: null,
  };
  type Line = { breakdown_value: [string]; aggregated_value: number };
  const answer = await call<{ results: Line[] }>(`${P}/query/`, { method: "POST", body: { query: node }, signal });
  return answer.results
    .map(({ breakdown_value: [value], aggregated_value: count }) => ({
      value: value === NO_VALUE ? null : value,
      count,
    }))
    .toSorted((a, b) => b.count - a.count);
}
