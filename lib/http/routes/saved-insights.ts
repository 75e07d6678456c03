import * as v from "valibot";
import { authorOf } from "../../admin/activity/index.ts";
import { requireScopes } from "../../admin/auth/index.ts";
import {
  answerByRefresh,
  answerInsights,
  createInsight,
  deleteInsight,
  filtersOfTile,
  getDashboard,
  getInsight,
  InsightInput,
  InsightListQuery,
  InsightUpdate,
  listInsights,
  NOT_ASKED,
  overrideSaved,
  requireChart,
  updateInsight,
} from "../../query/saved/index.ts";
import type { SavedInsight as SavedInsightRow } from "../../query/saved/index.ts";
import { RefreshField } from "../../query/index.ts";
import type { Context } from "../../handle/context.ts";
import { askFields } from "./ask-fields.ts";
import { toEnvelope } from "../envelopes.ts";
import { AnsweredInsight, SavedInsightList } from "../responses/saved.ts";
import { toAnswerTable } from "../answer-table.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";

const INSIGHTS = "/api/projects/:project_id/insights";
const INSIGHT = `${INSIGHTS}/:id`;

/** True = without an answer. */
const BasicField = v.exactOptional(
  v.pipe(
    v.picklist(["true", "false", "1", "0", ""]),
    v.transform((word) => word === "true" || word === "1"),
  ),
);

const ReadInput = v.object({
  ...askFields,
  /** Id of a dashboard whose filters are laid over the question. */
  from_dashboard: v.exactOptional(v.string()),
  basic: BasicField,
});

/**
 * Saved insights. `id` is the integer id or the short id; `insightRoutes` answers the questions. A request that changes
 * the dashboards of an insight needs their scope too.
 */
export const savedInsightRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: INSIGHTS,
    summary:
      "Saved insights of a project, newest first; `search` is part of the name or the description. With `refresh` their questions are asked.",
    scopes: ["insight:read"],
    input: v.object({ ...InsightListQuery.entries, refresh: RefreshField, basic: BasicField }),
    status: 200,
    response: SavedInsightList,
    run: async (ctx, call) => {
      const { refresh, basic, ...query } = call.input;
      const { count, results } = listInsights(ctx, call.project.id, query);
      const how = { refresh: basic ? null : refresh, origin: call.target.origin, asker: call.key };
      return toEnvelope(call.target, call.input, {
        count,
        results: await answerInsights(ctx, call.project, results, how),
      });
    },
  }),
  defineRoute({
    methods: ["POST"],
    path: INSIGHTS,
    summary: "Saves a question: `query` is a node; in the older dialect `filters` are the fields of an endpoint.",
    scopes: ["insight:write"],
    input: InsightInput,
    status: 201,
    response: AnsweredInsight,
    example: {
      name: "Sign-ups",
      query: {
        kind: "InsightVizNode",
        source: { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "signed up" }] },
      },
    },
    run(ctx, call) {
      expectChart(call);
      if (call.input.dashboards.length > 0) requireScopes(call.key, ["dashboard:write"]);
      return unasked(createInsight(ctx, toEdit(call), call.input));
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: INSIGHT,
    summary: "One saved insight; with `refresh` its question is asked, and the answer's fields are there too.",
    scopes: ["insight:read"],
    input: ReadInput,
    status: 200,
    response: AnsweredInsight,
    // A table without an answer has nothing to show.
    csv: async (ctx, call) =>
      toAnswerTable(
        await readInsight(ctx, { ...call, input: { ...call.input, refresh: call.input.refresh ?? "blocking" } }),
      ),
    run: readInsight,
  }),
  defineRoute({
    methods: ["PATCH", "PUT"],
    path: INSIGHT,
    summary: "Changes a saved insight; absent fields stay. `dashboards` replaces the list of its dashboards.",
    scopes: ["insight:write"],
    input: InsightUpdate,
    status: 200,
    response: AnsweredInsight,
    example: { name: "Sign-ups by week", favorited: true },
    run(ctx, call) {
      expectChart(call);
      if (call.input.dashboards !== undefined) requireScopes(call.key, ["dashboard:write"]);
      return unasked(updateInsight(ctx, toEdit(call), call.params["id"] ?? "", call.input));
    },
  }),
  defineRoute({
    methods: ["DELETE"],
    path: INSIGHT,
    summary: "Marks a saved insight as deleted; `deleted: false` in an update restores it.",
    scopes: ["insight:write"],
    input: null,
    status: 204,
    run: (ctx, call) => deleteInsight(ctx, toEdit(call), call.params["id"] ?? ""),
  }),
];

/** PostHog's MCP server shows insights by their charts: it may not save a query that has none. */
function expectChart({ input, headers }: Call<{ query?: Record<string, unknown> | null | undefined }>): void {
  if (headers["x-posthog-client"] === "mcp" && input.query) requireChart(input.query);
}

async function readInsight(ctx: Context, call: Call<v.InferOutput<typeof ReadInput>>) {
  const { project, params, input, target, key } = call;
  const insight = getInsight(ctx, project.id, params["id"] ?? "");
  const { refresh, variables_override: variables, from_dashboard: board } = input;
  const dashboard = board === undefined ? undefined : readDashboard(ctx, call, board);
  const tile = dashboard?.tiles.find((each) => each.insight?.id === insight.id);
  const filters = dashboard ? filtersOfTile(tile?.filters_overrides ?? {}, dashboard.filters) : input.filters_override;
  const shown = overrideSaved(insight, { filters: filters ?? null, variables });
  if (input.basic) return { ...shown, ...NOT_ASKED };
  const how = { refresh, filters, variables, origin: target.origin, asker: key, dashboardId: dashboard?.id };
  return { ...shown, ...(await answerByRefresh(ctx, project, insight, how)) };
}

/** The dashboard that the insight is shown on. @throws notFound; denied without the scope to read it */
function readDashboard(ctx: Context, { project, key }: Call<unknown>, id: string) {
  requireScopes(key, ["dashboard:read"]);
  return getDashboard(ctx, project.id, id);
}

/** An insight that was changed: its question was not asked. */
async function unasked(insight: Promise<SavedInsightRow>) {
  return { ...(await insight), ...NOT_ASKED };
}

function toEdit({ project, key }: Call<unknown>) {
  return { project, by: authorOf(key), scopes: key.scopes };
}
