import type { PersonalApiKey } from "./keys.ts";

/** The scopes of plugins in `posthog.api`: the data of their project, without permissions and without code. */
const SCOPES = ["action", "cohort", "event", "group", "insight", "person", "query"].flatMap((object) => [
  `${object}:read`,
  `${object}:write`,
]);

/** The fields of a key that is in no database and has no value. */
const UNSTORED = { mask_value: "", created_at: "", last_used_at: null, last_rolled_at: null };

/** The key of a program that calls the handle: it may do everything. */
export const OWNER: PersonalApiKey = { id: "", label: "", scopes: ["*"], scoped_projects: [], ...UNSTORED };

/** The key of a project's plugins. */
export function pluginActor(projectId: number): PersonalApiKey {
  return {
    id: `plugins of project ${projectId}`,
    label: "plugins",
    scopes: [...SCOPES, "project:read"],
    scoped_projects: [projectId],
    ...UNSTORED,
  };
}
