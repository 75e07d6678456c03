import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import type { EventTest } from "../../events/filters/index.ts";
import { countVisits, defineQuery, formatRange, testsOfAction, testsOfNames } from "../../questions/index.ts";
import type { Run, Visits } from "../../questions/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { filled } from "../tables/table-fields.ts";
import { overrideRange } from "../override-range.ts";
import { ConversionGoal, VISIT_EVENTS, webFields, webRanges, WHOLE } from "./web-fields.ts";

/** The figures of a site: a node of kind WebOverviewQuery. Source: reference/query.md 4.12. */
export const WebOverviewNode = v.strictObject({
  kind: v.literal("WebOverviewQuery"),
  /** Counts conversions instead of views. */
  conversionGoal: ConversionGoal,
  doPathCleaning: v.nullish(v.literal(false, "The figures of a site have no paths; expected false.")),
  orderBy: v.nullish(v.null("The figures of a site have a fixed order.")),
  ...webFields,
});
type WebOverviewNode = v.InferOutput<typeof WebOverviewNode>;

export interface WebOverviewItem {
  key: string;
  kind: "unit" | "duration_s" | "percentage";
  isIncreaseBad: boolean;
  /** Null = a mean of nothing. */
  value: number | null;
  /** The figure of the period before; null = not compared. */
  previous: number | null;
  /** Whole percent; null = not compared, or the figure before is 0. */
  changeFromPreviousPct: number | null;
}

export interface WebOverviewAnswer {
  results: WebOverviewItem[];
  /** ISO text. */
  dateFrom: string;
  dateTo: string;
  samplingRate: typeof WHOLE;
}

export interface WebOverviewQueryTypes {
  kind: "WebOverviewQuery";
  node: v.InferInput<typeof WebOverviewNode>;
  answer: WebOverviewAnswer;
}

const Item = v.object({
  key: v.string(),
  kind: v.picklist(["unit", "duration_s", "percentage"]),
  isIncreaseBad: v.boolean(),
  value: v.nullable(v.number()),
  previous: v.nullable(v.number()),
  changeFromPreviousPct: v.nullable(v.number()),
});

export const webOverviewQuery = defineQuery<WebOverviewQueryTypes, QueryAsks>()({
  kind: "WebOverviewQuery",
  summary: "Counts the visitors, views and sessions of a site.",
  node: WebOverviewNode,
  example: { kind: "WebOverviewQuery", properties: [], dateRange: { date_from: "-7d" } },
  answer: v.object({
    results: v.array(Item),
    dateFrom: v.string(),
    dateTo: v.string(),
    samplingRate: v.object({ numerator: v.number(), denominator: v.null() }),
  }),
  override: overrideRange,
  run: runOverview,
});

async function runOverview(
  ctx: QueryAsks,
  project: Project,
  node: WebOverviewNode,
): Promise<Run<WebOverviewQueryTypes>> {
  const ranges = await webRanges(ctx, project, node);
  const { conversionGoal: goal } = node;
  const converted = goal ? goalTests(ctx, project, goal) : null;
  const filters = { properties: filled(node.properties), filterTestAccounts: node.filterTestAccounts === true };
  const figures: Figures[] = [];
  for (const range of ranges) {
    const count = (anyOf: EventTest[]) => countVisits(ctx, project, { range, anyOf, ...filters });
    figures.push(converted === null ? toFigures(await count(VISITS)) : await convert(converted, count));
  }
  const [current = {}, previous] = figures;
  const [range = { fromMs: 0, untilMs: 0 }, before] = ranges;
  const dates = formatRange(range, project.timezone);
  return {
    results: Object.entries(current).map(([key, value]) => toItem(key, value, previous?.[key] ?? null)),
    dateFrom: dates.date_from,
    dateTo: dates.date_to,
    samplingRate: WHOLE,
    resolved_date_range: dates,
    resolved_compare_date_range: before === undefined ? null : formatRange(before, project.timezone),
  };
}

const VISITS = testsOfNames(VISIT_EVENTS);

/** The events of a goal. @throws HogletError 400 when its action does not exist */
function goalTests(ctx: QueryAsks, project: Project, goal: NonNullable<ConversionGoal>): EventTest[] {
  return "actionId" in goal ? testsOfAction(ctx, project.id, goal.actionId) : testsOfNames([goal.customEventName]);
}

/** Figures by their names. */
type Figures = Record<string, number | null>;

function toFigures({ visitors, events, sessions, seconds, bounces }: Visits): Figures {
  return {
    visitors,
    views: events,
    sessions,
    "session duration": seconds,
    "bounce rate": bounces === null ? null : bounces * 100,
  };
}

async function convert(goal: EventTest[], count: (anyOf: EventTest[]) => Promise<Visits>): Promise<Figures> {
  const { visitors } = await count([...VISITS, ...goal]);
  const { visitors: converted, events } = await count(goal);
  return {
    visitors,
    "total conversions": events,
    "unique conversions": converted,
    "conversion rate": visitors === 0 ? null : (converted / visitors) * 100,
  };
}

const KINDS: Readonly<Record<string, WebOverviewItem["kind"]>> = {
  "session duration": "duration_s",
  "bounce rate": "percentage",
  "conversion rate": "percentage",
};

function toItem(key: string, value: number | null, previous: number | null): WebOverviewItem {
  const change = value === null || !previous ? null : Math.round((100 * (value - previous)) / previous);
  const kind = KINDS[key] ?? "unit";
  return { key, kind, isIncreaseBad: key === "bounce rate", value, previous, changeFromPreviousPct: change };
}
