import { Activity, ActivityPage, ActivityQuery, listActivity } from "../admin/activity/index.ts";
import type { ActivityInputQuery, ActivityList, ActivityScope } from "../admin/activity/index.ts";
import type { Scope as AccessScope } from "../admin/auth/index.ts";
import type { Context } from "../handle/context.ts";
import { parseKnown } from "./known.ts";
import { listing } from "./operation.ts";
import type { Call, Operation } from "./operation.ts";
import type { OwnErrors } from "./own-errors.ts";
import type { Scope } from "./scope.ts";

export interface ActivityHandle {
  /** Changes with their authors, newest first; `project: null` = personal keys and deleted projects. */
  list(query?: ActivityInputQuery & { project?: number | null }): Promise<ActivityList>;
}

/** The method is written by hand, since only a program reads the history of no project. */
export function activityHandle(scope: Scope): ActivityHandle {
  return {
    list: async ({ project, ...query } = {}) =>
      listActivity(scope.open(), project === null ? null : scope.project(project).id, parseKnown(ActivityQuery, query)),
  };
}

const noPage = { invalid_page: { page: "There is no such page." } };

/** Histories (reference/rest.md 5.9): changes with their authors, newest first. `page` and `limit`, not `offset`. */
export const activity = {
  list: listing({
    summary: "The history of a project; `scope` and `item_id` filter it.",
    http: ["GET", "/api/projects/:project_id/activity_log"],
    scopes: ["activity_log:read"],
    input: ActivityQuery,
    response: Activity,
    errors: noPage,
    paging: "number",
    run: (ctx, { project, input }) => listActivity(ctx, project.id, input),
  }),
};

interface History {
  summary: string;
  path: string;
  /** @default ["activity_log:read"] */
  scopes?: readonly AccessScope[];
  /** The kind of the changed things. */
  kind: ActivityScope;
  /** Further errors of its own. */
  errors?: OwnErrors;
  /** The id of the thing that the path names. @default the history of all */
  find?(ctx: Context, call: Pick<Call<unknown>, "project" | "id">): number | string;
}

/** The history of the things of an area, or of one of them. */
export function historyOf({ kind, path, find, ...row }: History): Operation<ActivityList> {
  return listing({
    http: ["GET", path],
    scopes: ["activity_log:read"],
    ...row,
    ...(find !== undefined && { find: (ctx, call) => void find(ctx, call) }),
    errors: { ...row.errors, ...noPage },
    input: ActivityPage,
    response: Activity,
    paging: "number",
    run(ctx, call) {
      const item = find === undefined ? {} : { item_id: String(find(ctx, call)) };
      // A path without a project is of the organisation.
      const owner = path.includes(":project_id") ? call.project.id : null;
      return listActivity(ctx, owner, { ...call.input, scope: kind, ...item });
    },
  });
}
