import { authorOf } from "../../admin/activity/index.ts";
import { dropSecretBackup, rotateSecret } from "../../admin/auth/index.ts";
import { Project, ProjectWithSecret } from "../responses/project.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";
import { projectToWire } from "./projects.ts";

const PROJECT = "/api/projects/:project_id";

/** The secret of a project (`phs_…`), with which servers read flag definitions and remote config. */
export const projectSecretRoutes: readonly Route[] = [
  defineRoute({
    methods: ["PATCH", "POST"],
    path: `${PROJECT}/rotate_secret_token`,
    summary:
      "Gives a project a new secret for flag definitions and remote config, shown only once; the last stays valid.",
    // The secret reads flags: a key that may not gets none.
    scopes: ["project:write", "feature_flag:read"],
    input: null,
    status: 200,
    response: ProjectWithSecret,
    async run(ctx, { key, project }) {
      const { secret, backup } = await rotateSecret(ctx, project.id, authorOf(key));
      const shown = { secret_api_token: secret.value, secret_api_token_backup: backup?.mask_value ?? null };
      return { ...projectToWire(ctx, project), ...shown };
    },
  }),
  defineRoute({
    methods: ["PATCH", "POST"],
    path: `${PROJECT}/delete_secret_token_backup`,
    summary: "Makes the secret before the last rotation invalid.",
    scopes: ["project:write"],
    input: null,
    status: 200,
    response: Project,
    async run(ctx, { key, project }) {
      await dropSecretBackup(ctx, project.id, authorOf(key));
      return projectToWire(ctx, project);
    },
  }),
];
