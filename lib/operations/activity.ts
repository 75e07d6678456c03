import { ActivityQuery, listActivity } from "../admin/activity/index.ts";
import type { ActivityInputQuery, ActivityList } from "../admin/activity/index.ts";
import { parseKnown } from "./known.ts";
import type { Scope } from "./scope.ts";

export interface ActivityHandle {
  /** Changes with their authors, newest first; `project: null` = personal keys and deleted projects. */
  list(query?: ActivityInputQuery & { project?: number | null }): Promise<ActivityList>;
}

export function activityHandle(scope: Scope): ActivityHandle {
  return {
    list: async ({ project, ...query } = {}) =>
      listActivity(scope.open(), project === null ? null : scope.project(project).id, parseKnown(ActivityQuery, query)),
  };
}
