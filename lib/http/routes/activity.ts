import { ActivityPage, ActivityQuery, listActivity } from "../../admin/activity/index.ts";
import type { ActivityQuery as Query, ActivityRecord } from "../../admin/activity/index.ts";
import type { Context } from "../../handle/context.ts";
import { getPerson } from "../../people/persons/index.ts";
import { toPageNumberLinks } from "../page-number-links.ts";
import { History as HistoryAnswer } from "../responses/history.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";

const PROJECT = "/api/projects/:project_id";

/** Histories (reference/rest.md 5.9): changes with their authors, newest first. `page` and `limit`, not `offset`. */
export const activityRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: `${PROJECT}/persons/activity`,
    summary: "The history of a project's persons, including deleted persons.",
    scopes: ["activity_log:read"],
    input: ActivityPage,
    status: 200,
    response: HistoryAnswer,
    run: (ctx, call) => toHistory(ctx, call, { ...call.input, scope: "Person" }),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PROJECT}/persons/:id/activity`,
    summary: "The history of a person.",
    scopes: ["activity_log:read"],
    input: ActivityPage,
    status: 200,
    response: HistoryAnswer,
    run(ctx, call) {
      const { id } = getPerson(ctx, call.project, call.params["id"] ?? "");
      return toHistory(ctx, call, { ...call.input, scope: "Person", item_id: String(id) });
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PROJECT}/activity_log`,
    summary: "The history of a project; `scope` and `item_id` filter it.",
    scopes: ["activity_log:read"],
    input: ActivityQuery,
    status: 200,
    response: HistoryAnswer,
    run: (ctx, call) => toHistory(ctx, call, call.input),
  }),
];

/** A page of a history with links to its neighbours. */
export interface History {
  results: ActivityRecord[];
  next: string | null;
  previous: string | null;
  total_count: number;
}

/** Answers with a page of a project's history. */
export function toHistory(ctx: Context, { project, target }: Call<unknown>, query: Query): History {
  const { results, total_count } = listActivity(ctx, project.id, query);
  return { results, ...toPageNumberLinks(target, query, total_count), total_count };
}
