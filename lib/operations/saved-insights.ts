import * as v from "valibot";
import { requireScopes } from "../admin/auth/index.ts";
import type { InProject } from "../base/call-options.ts";
import type { Page } from "../base/page.ts";
import { RefreshField } from "../query/index.ts";
import {
  answerInsights,
  answerSavedInsight,
  createInsight,
  deleteInsight,
  getInsight,
  InsightInput,
  InsightListQuery,
  InsightUpdate,
  listInsights,
  NOT_ASKED,
  requireChart,
  updateInsight,
  WireInsight,
} from "../query/saved/index.ts";
import type { InsightListInput, SavedInsight, SavedInsightAnswer } from "../query/saved/index.ts";
import { parseKnown } from "./known.ts";
import { methodsOf } from "./methods.ts";
import { listing, operation } from "./operation.ts";
import type { Call, OperationsOf } from "./operation.ts";
import type { Scope } from "./scope.ts";

/** Saved questions. `id` is the integer id or the short id. */
export interface SavedInsightsHandle {
  /** Lists saved insights, newest first, without deleted insights. */
  list(query?: InsightListInput & InProject): Promise<Page<SavedInsight>>;
  /** The saved insight with this id, also a deleted insight. */
  get(id: number | string, options?: InProject): Promise<SavedInsight>;
  /**
   * Saves a question.
   * @example
   * await hoglet.savedInsights.create({ name: "Sign-ups", query: { kind: "TrendsQuery", series: [{ event: "signed up" }] } });
   */
  create(input: InsightInput & InProject): Promise<SavedInsight>;
  /** Absent fields stay; `dashboards` replaces the list of its dashboards; `deleted: false` restores it. */
  update(id: number | string, input: InsightUpdate & InProject): Promise<SavedInsight>;
  delete(id: number | string, options?: InProject): Promise<void>;
  /** Answers the question without a cache, like `insights.trend` or the method for its kind. */
  answer(id: number | string, options?: InProject): Promise<SavedInsightAnswer>;
}

const INSIGHTS = "/api/projects/:project_id/insights";
export const INSIGHT = `${INSIGHTS}/:id`;

type Rows = Pick<SavedInsightsHandle, "create" | "update" | "delete">;

/** Saved insights. A change of the dashboards of an insight needs their scope too. */
export const savedInsights = {
  create: operation({
    summary: "Saves a question: `query` is a node; in the older dialect `filters` are the fields of an endpoint.",
    http: ["POST", INSIGHTS],
    scopes: ["insight:write"],
    input: InsightInput,
    status: 201,
    response: WireInsight,
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
      return createInsight(ctx, call, call.input);
    },
    toWire: unasked,
  }),
  update: operation({
    summary: "Changes a saved insight; absent fields stay. `dashboards` replaces the list of its dashboards.",
    http: ["PATCH, PUT", INSIGHT],
    scopes: ["insight:write"],
    input: InsightUpdate,
    response: WireInsight,
    example: { name: "Sign-ups by week", favorited: true },
    run(ctx, call) {
      expectChart(call);
      if (call.input.dashboards !== undefined) requireScopes(call.key, ["dashboard:write"]);
      return updateInsight(ctx, call, call.id, call.input);
    },
    toWire: unasked,
  }),
  delete: operation({
    summary: "Marks a saved insight as deleted; `deleted: false` in an update restores it.",
    http: ["DELETE", INSIGHT],
    scopes: ["insight:write"],
    status: 204,
    run: (ctx, call) => deleteInsight(ctx, call, call.id),
  }),
} satisfies OperationsOf<Rows>;

/** True = without an answer. */
export const BasicField = v.exactOptional(
  v.pipe(
    v.picklist(["true", "false", "1", "0", ""]),
    v.transform((word) => word === "true" || word === "1"),
  ),
);

/** A request for the list may ask for the answers too; `list` gives what is stored. */
export const savedInsightRequests = {
  list: listing({
    summary:
      "Saved insights of a project, newest first; `search` is part of the name or the description. With `refresh` their questions are asked.",
    http: ["GET", INSIGHTS],
    scopes: ["insight:read"],
    input: v.object({ ...InsightListQuery.entries, refresh: RefreshField, basic: BasicField }),
    response: WireInsight,
    async run(ctx, { project, input: { refresh, basic, ...query }, origin, key }) {
      const { count, results } = listInsights(ctx, project.id, query);
      const how = { refresh: basic ? null : refresh, origin, asker: key };
      return { count, results: await answerInsights(ctx, project, results, how) };
    },
  }),
};

export function savedInsightsHandle(scope: Scope): SavedInsightsHandle {
  const { open, project: find } = scope;
  return {
    ...methodsOf<Rows>(scope, savedInsights),
    list: async ({ project, ...query } = {}) =>
      listInsights(open(), find(project).id, parseKnown(InsightListQuery, query)),
    get: async (id, { project } = {}) => getInsight(open(), find(project).id, id),
    answer: async (id, { project: projectId } = {}) => {
      const project = find(projectId);
      const answer = await answerSavedInsight(open(), project, getInsight(open(), project.id, id));
      if (answer === null) throw new Error("A question that is computed in any case has an answer.");
      return answer;
    },
  };
}

/** PostHog's MCP server shows insights by their charts: it may not save a query that has none. */
function expectChart({ input, headers }: Call<{ query?: Record<string, unknown> | null | undefined }>): void {
  if (headers["x-posthog-client"] === "mcp" && input.query) requireChart(input.query);
}

/** An insight that was changed: its question was not asked. */
function unasked(insight: SavedInsight): v.InferOutput<typeof WireInsight> {
  return { ...insight, ...NOT_ASKED };
}
