import type { PersonalApiKey } from "./keys.ts";

/** What plugins may touch by `posthog.api`: the data of their project, and nothing that decides who may do what or what runs. */
const SCOPES = ["action", "cohort", "event", "group", "insight", "person", "query"].flatMap((object) => [
  `${object}:read`,
  `${object}:write`,
]);

/** The key in whose name plugins of a project ask; it is in no database and has no value. */
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
