import * as v from "valibot";
import { authorOf } from "../../admin/activity/index.ts";
import { requireScopes } from "../../admin/auth/index.ts";
import {
  answerSavedInsight,
  createInsight,
  deleteInsight,
  getInsight,
  InsightInput,
  InsightListQuery,
  InsightUpdate,
  listInsights,
  updateInsight,
} from "../../questions/saved/index.ts";
import { toEnvelope } from "../page-links.ts";
import { AnsweredInsight, SavedInsight, SavedInsightList } from "../responses/saved.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";

const INSIGHTS = "/api/projects/:project_id/insights";
const INSIGHT = `${INSIGHTS}/:id`;

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
    summary: "Saves a question: `filters` are the fields of its endpoint, and `insight` names the endpoint.",
    scopes: ["insight:write"],
    input: InsightInput,
    status: 201,
    response: SavedInsight,
    example: { name: "Sign-ups", filters: { insight: "TRENDS", events: [{ id: "signed up" }], date_from: "-30d" } },
    run(ctx, call) {
      if (call.input.dashboards.length > 0) requireScopes(call.key, ["dashboard:write"]);
      return createInsight(ctx, toEdit(call), call.input);
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: INSIGHT,
    summary: "One saved insight; with `refresh=true` its question is asked, and the answer's fields are there too.",
    scopes: ["insight:read"],
    input: v.object({
      refresh: v.optional(v.picklist(["true", "false", ""], "Expected true or false."), "false"),
    }),
    status: 200,
    response: AnsweredInsight,
    async run(ctx, { project, params, input, target }) {
      const insight = getInsight(ctx, project.id, params["id"] ?? "");
      if (input.refresh !== "true") return { ...insight, result: null, last_refresh: null };
      return { ...insight, ...(await answerSavedInsight(ctx, project, insight.filters, target.origin)) };
    },
  }),
  defineRoute({
    methods: ["PATCH", "PUT"],
    path: INSIGHT,
    summary: "Changes a saved insight; absent fields stay. `dashboards` replaces the list of its dashboards.",
    scopes: ["insight:write"],
    input: InsightUpdate,
    status: 200,
    response: SavedInsight,
    example: { name: "Sign-ups by week", favorited: true },
    run(ctx, call) {
      if (call.input.dashboards !== undefined) requireScopes(call.key, ["dashboard:write"]);
      return updateInsight(ctx, toEdit(call), call.params["id"] ?? "", call.input);
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

function toEdit({ project, key }: Call<unknown>) {
  return { project, by: authorOf(key) };
}
