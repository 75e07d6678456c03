import * as v from "valibot";
import { authorOf } from "../../admin/activity/index.ts";
import { requireScopes } from "../../admin/auth/index.ts";
import {
  answerSavedInsight,
  createInsight,
  deleteInsight,
  getDashboard,
  getInsight,
  InsightInput,
  InsightListQuery,
  InsightUpdate,
  listInsights,
  overrideSaved,
  requireChart,
  updateInsight,
} from "../../query/saved/index.ts";
import type { SavedInsight as SavedInsightRow } from "../../query/saved/index.ts";
import { FiltersOverrideField, RefreshField } from "../../query/index.ts";
import type { RefreshWord } from "../../query/index.ts";
import type { Context } from "../../handle/context.ts";
import { parseJsonText } from "../../base/json-text.ts";
import { toEnvelope } from "../page-links.ts";
import { AnsweredInsight, SavedInsightList } from "../responses/saved.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";

const INSIGHTS = "/api/projects/:project_id/insights";
const INSIGHT = `${INSIGHTS}/:id`;

/** A field that a query string holds as JSON text. */
function jsonOf<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.unknown(),
    v.transform((given) => (typeof given === "string" && given !== "" ? fromJson(given) : given || undefined)),
    schema,
  );
}

function fromJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    // The schema refuses the text, which is no object.
    return text;
  }
}

const ReadInput = v.object({
  /** How its question is asked; absent = an answer that is there already, or none. */
  refresh: RefreshField,
  /** Id of a dashboard whose filters are laid over the question. */
  from_dashboard: v.exactOptional(v.string()),
  /** Filters that are laid over the question: JSON. */
  filters_override: v.exactOptional(jsonOf(FiltersOverrideField)),
  /** True = without an answer. */
  basic: v.exactOptional(
    v.pipe(
      v.picklist(["true", "false", "1", "0", ""]),
      v.transform((word) => word === "true" || word === "1"),
    ),
  ),
});

/**
 * Saved insights. `id` is the integer id or the short id; `insightRoutes` answers the questions. A request that changes
 * the dashboards of an insight needs their scope too.
 */
export const savedInsightRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: INSIGHTS,
    summary: "Saved insights of a project, newest first; `search` is part of the name or the description.",
    scopes: ["insight:read"],
    input: InsightListQuery,
    status: 200,
    response: SavedInsightList,
    run: (ctx, { project, input, target }) => toEnvelope(target, input, listInsights(ctx, project.id, input)),
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
  const filters = input.from_dashboard === undefined ? input.filters_override : dashboardFilters(ctx, call);
  const shown = filters ? overrideSaved(insight, filters) : insight;
  const refresh = input.basic ? "never" : REFRESH[input.refresh ?? "force_cache"];
  const how = { refresh, filters: filters ?? null, origin: target.origin, keyId: key.id };
  const answer = await answerSavedInsight(ctx, project, insight, how);
  return { ...shown, ...(answer ?? NOT_ASKED) };
}

/** Asynchronous ways to ask are answered at once. */
const REFRESH: Record<RefreshWord, "if-stale" | "always" | "never"> = {
  blocking: "if-stale",
  async: "if-stale",
  lazy_async: "if-stale",
  async_except_on_cache_miss: "if-stale",
  force_blocking: "always",
  force_async: "always",
  force_cache: "never",
};

/** The filters of the dashboard that the insight is shown on. @throws notFound; denied without the scope to read it */
function dashboardFilters(ctx: Context, { project, key, input }: Call<v.InferOutput<typeof ReadInput>>) {
  requireScopes(key, ["dashboard:read"]);
  return getDashboard(ctx, project.id, input.from_dashboard ?? "").filters;
}

/** An insight that was changed: its question was not asked. */
async function unasked(insight: Promise<SavedInsightRow>) {
  return { ...(await insight), ...NOT_ASKED };
}

const NOT_ASKED = { result: null, last_refresh: null, is_cached: false };

function toEdit({ project, key }: Call<unknown>) {
  return { project, by: authorOf(key) };
}
