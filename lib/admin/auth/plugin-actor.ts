import type { PersonalApiKey } from "./keys.ts";

/** The scopes of plugins in `posthog.api`: the data of their project, without permissions and without code. */
const SCOPES = ["action", "cohort", "event", "group", "insight", "person", "query"].flatMap((object) => [
  `${object}:read`,
  `${object}:write`,
]);

/** The key of a project's plugins; it is in no database and has no value. */
export function pluginActor(projectId: number): PersonalApiKey {
  return {
    id: `plugins of project ${projectId}`,
    label: "plugins",
    mask_value: "",
    scopes: [...SCOPES, "project:read"],
    scoped_projects: [projectId],
    created_at: "",
    last_used_at: null,
    last_rolled_at: null,
  };
}
