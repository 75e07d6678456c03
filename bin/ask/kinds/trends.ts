import type { EventEntityInput } from "../../../lib/index.ts";
import type { AskKind } from "../kind.ts";
import { choiceFlag, flag } from "../../flag.ts";
import { filled, toBreakdown, toCompare, toSeries } from "../node-parts.ts";
import type { Node } from "../node-parts.ts";
import { shared, toPositive } from "../question-flags.ts";
import { trendsSheet } from "./trends-sheet.ts";

type Math = NonNullable<EventEntityInput["math"]>;

/** Maths without a flag for what else they need: an expression, or filters of their own. */
type Unasked = "hogql" | "first_time_for_user_with_filters";

/** How events are counted, in the words of the API. The compiler compares the names with those of the library. */
const MATHS: Record<Exclude<Math, Unasked>, true> = {
  total: true,
  dau: true,
  weekly_active: true,
  monthly_active: true,
  unique_group: true,
  unique_session: true,
  first_time_for_user: true,
  first_matching_event_for_user: true,
  sum: true,
  avg: true,
  min: true,
  max: true,
  median: true,
  p75: true,
  p90: true,
  p95: true,
  p99: true,
  avg_count_per_actor: true,
  min_count_per_actor: true,
  max_count_per_actor: true,
  median_count_per_actor: true,
  p75_count_per_actor: true,
  p90_count_per_actor: true,
  p95_count_per_actor: true,
  p99_count_per_actor: true,
};

const DISPLAYS = [
  "ActionsLineGraph",
  "ActionsLineGraphCumulative",
  "ActionsBarValue",
  "ActionsTable",
  "ActionsPie",
  "BoldNumber",
];

/** `hoglet ask trends`. */
export const trends: AskKind = {
  name: "trends",
  node: "TrendsQuery",
  summary: "counts events or persons over time; without a name, all events",
  argument: "[events...]",
  isOfGroups: true,
  options: () => [
    shared.explain(),
    shared.events(),
    shared.actions(),
    choiceFlag("--math <name>", "how events are counted (default: total)", Object.keys(MATHS)),
    flag("--math-property <name>", "the property of sum, avg, min, max, median and p75 to p99"),
    shared.interval(),
    shared.breakdown(),
    shared.by(),
    shared.breakdownLimit(),
    shared.compare(),
    shared.compareTo(),
    flag("--formula <formula>", "such as 'A / B * 100', where A is the first event"),
    choiceFlag("--display <name>", "points in time, added up, or one value of the whole range", DISPLAYS),
    flag("--smoothing <periods>", "each point is the mean of this many periods").argParser(toPositive),
  ],
  async toNode(flags, api) {
    const { formula, display, smoothing } = flags;
    return {
      kind: "TrendsQuery",
      series: await toSeries(flags, api),
      interval: flags.interval,
      trendsFilter: filled({ formula, display, smoothingIntervals: smoothing }),
      ...(await toBreakdown(flags, api)),
      ...toCompare(flags),
    };
  },
  sayWhat: ({ events = [], actions = [] }) => [...events, ...actions].join(", ") || "all events",
  sayHow: ({ interval }) => [`by ${String(interval ?? "day")}`],
  askWholes,
  toSheet: trendsSheet,
};

/** Maths whose points are not parts of a sum: their value for the whole range is a question of its own. */
const NOT_ADDITIVE =
  /^(?:dau|weekly_active|monthly_active|unique_\w+|avg|min|max|median|p\d\d|\w+_count_per_actor|hogql)$/;

/** Displays that show points in time. */
const OF_POINTS = /^(?:Auto|ActionsLineGraph)$/;

async function askWholes(
  node: Readonly<Node>,
  ask: (node: Node) => Promise<{ results: unknown }>,
): Promise<number[] | undefined> {
  const { series, trendsFilter, breakdownFilter: _, compareFilter: __, ...rest } = node;
  const { formula, formulas, formulaNodes, display = "ActionsLineGraph" } = (trendsFilter ?? {}) as Node;
  const isPlain = !formula && !formulas && !formulaNodes && OF_POINTS.test(String(display));
  const maths = ((series ?? []) as Node[]).map(({ math }) => String(math ?? "total"));
  if (!isPlain || !maths.some((math) => NOT_ADDITIVE.test(math))) return undefined;
  const { results } = await ask({ ...rest, series, trendsFilter: { display: "BoldNumber" } });
  return (results as { aggregated_value?: number }[]).map(({ aggregated_value: value = 0 }) => value);
}
