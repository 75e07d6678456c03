import type { PersonalApiKey } from "./keys.ts";

/** Scopes of plugins in `posthog.api`: their project's data, without permissions and code. */
const SCOPES = ["action", "cohort", "event", "group", "insight", "person", "query"].flatMap((object) => [
  `${object}:read`,
  `${object}:write`,
]);

/** Fields of a key that is in no database and has no value. */
const UNSTORED = { mask_value: "", created_at: "", last_used_at: null, last_rolled_at: null };

/** The key of a program that calls the handle: it may do everything. */
export const OWNER: PersonalApiKey = { id: "", label: "", scopes: ["*"], scoped_projects: [], ...UNSTORED };

export function pluginActor(projectId: number): PersonalApiKey {
  return {
    id: `plugins of project ${projectId}`,
    label: "plugins",
    scopes: [...SCOPES, "project:read"],
    scoped_projects: [projectId],
    ...UNSTORED,
  };
}
