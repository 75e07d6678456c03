import * as v from "valibot";
import {
  correlation,
  funnel,
  nextOffset,
  paths,
  questionFields,
  retention,
  trendInsight,
} from "../../questions/index.ts";
import type { TrendResult } from "../../questions/index.ts";
import type { Target } from "../http.ts";
import { CorrelationAnswer, FunnelAnswer, PathAnswer, RetentionAnswer, TrendAnswer } from "../responses/insight.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

const INSIGHTS = "/api/projects/:project_id/insights";

// The insights parse the fields themselves, since the handle calls them too.
const Fields = v.record(v.string(), v.unknown());

/** The path of trends answers three insights: the fields of all three, chosen by `insight` or `shown_as`. */
const TrendFields = v.object({
  ...questionFields.trend.entries,
  insight: v.nullish(v.picklist(["TRENDS", "LIFECYCLE", "STICKINESS"])),
  shown_as: v.nullish(v.picklist(["Volume", "Lifecycle", "Stickiness"])),
});

/** Questions (reference/insights.md 3). In a GET, lists and objects are JSON text. */
export const insightRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET", "POST"],
    path: `${INSIGHTS}/trend`,
    summary: "Counts over time; also lifecycle and stickiness, by `insight` or `shown_as`.",
    scopes: ["insight:read"],
    input: Fields,
    fields: TrendFields,
    status: 200,
    response: TrendAnswer,
    example: { events: [{ id: "signed up" }], date_from: "-30d", interval: "week" },
    async run(ctx, { project, input, target }) {
      const answer = await trendInsight(ctx, project, input, target.origin);
      return "next" in answer ? { ...answer, next: toNextPage(target, input, answer.result) } : answer;
    },
  }),
  defineRoute({
    methods: ["GET", "POST"],
    path: `${INSIGHTS}/funnel`,
    summary:
      "Counts the persons who did one step after another; by `funnel_viz_type` also over time, or by the time it took.",
    scopes: ["insight:read"],
    input: Fields,
    fields: questionFields.funnel,
    status: 200,
    response: FunnelAnswer,
    example: { events: [{ id: "signed up" }, { id: "paid", order: 1 }], funnel_window_days: 7, date_from: "-30d" },
    run: (ctx, { project, input, target }) => funnel(ctx, project, input, target.origin),
  }),
  defineRoute({
    methods: ["GET", "POST"],
    path: `${INSIGHTS}/funnel/correlation`,
    summary: "Events or properties that persons who finished a funnel have in common, or persons who did not.",
    scopes: ["insight:read"],
    input: Fields,
    fields: questionFields.correlation,
    status: 200,
    response: CorrelationAnswer,
    example: { events: [{ id: "signed up" }, { id: "paid", order: 1 }], date_from: "-30d" },
    run: (ctx, { project, input, target }) => correlation(ctx, project, input, target.origin),
  }),
  defineRoute({
    methods: ["GET", "POST"],
    path: `${INSIGHTS}/retention`,
    summary: "Counts the persons who came back, period by period.",
    scopes: ["insight:read"],
    input: Fields,
    fields: questionFields.retention,
    status: 200,
    response: RetentionAnswer,
    example: { target_entity: { id: "signed up" }, returning_entity: { id: "opened" }, period: "Week" },
    run: (ctx, { project, input, target }) => retention(ctx, project, input, target.origin),
  }),
  defineRoute({
    methods: ["GET", "POST"],
    path: `${INSIGHTS}/path`,
    summary: "The sequences of persons' events, session by session.",
    scopes: ["insight:read"],
    input: Fields,
    fields: questionFields.paths,
    status: 200,
    response: PathAnswer,
    example: { include_event_types: ["$pageview"], start_point: "/pricing", step_limit: 4 },
    run: (ctx, { project, input, target }) => paths(ctx, project, input, target.origin),
  }),
];

/** The URL of the next breakdown values, when more may exist: all parameters unchanged, from the query or the body. */
function toNextPage(
  { origin, path }: Target,
  input: Record<string, unknown>,
  result: TrendResult["result"],
): string | null {
  const offset = nextOffset(result);
  if (offset === null) return null;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...input, offset })) {
    if (name === "personal_api_key" || value === null || value === undefined) continue;
    query.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return `${origin}${path}/?${query.toString()}`;
}
