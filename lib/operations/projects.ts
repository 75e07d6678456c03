import * as v from "valibot";
import { dropSecretBackup, rotateSecret } from "../admin/auth/index.ts";
import {
  createProject,
  deleteProject,
  listProjects,
  ProjectInput,
  ProjectSettings,
  updateProject,
  WireProject,
} from "../admin/projects/index.ts";
import type { Project, ProjectUpdate } from "../admin/projects/index.ts";
import { pageEntries } from "../base/page.ts";
import type { Page } from "../base/page.ts";
import type { Context } from "../handle/context.ts";
import { hasEvents } from "../log/index.ts";
import { listing, operation } from "./operation.ts";
import type { Call, OperationsOf } from "./operation.ts";

export interface ProjectsHandle {
  list(page?: { limit?: number; offset?: number }): Promise<Page<Project>>;
  get(id: number): Promise<Project>;
  create(input: ProjectInput): Promise<Project>;
  /** Absent settings stay. */
  update(id: number, input: ProjectUpdate): Promise<Project>;
  /**
   * Deletes a project with all that belongs to it; the only project cannot be deleted, and an id is never used again.
   */
  delete(id: number): Promise<void>;
}

export const PROJECTS = "/api/projects";
const PROJECT = `${PROJECTS}/:project_id`;

/** Projects (reference/rest.md 10.1). `@current` is the first project of the key. */
export const projects = {
  list: listing({
    summary: "All projects of the database.",
    http: ["GET", PROJECTS],
    scopes: ["project:read"],
    input: v.object(pageEntries),
    response: WireProject,
    run: (ctx, { input }) => listProjects(ctx, input),
    toWire,
  }),
  create: operation({
    summary: "Creates a project; `api_token` is random unless given.",
    http: ["POST", PROJECTS],
    scopes: ["project:write"],
    input: v.object(ProjectInput.entries),
    status: 201,
    response: WireProject,
    errors: { conflict: { api_token: "Another project has this token." } },
    example: { name: "shop", timezone: "Europe/Paris" },
    run: (ctx, { input, by }) => createProject(ctx, input, by),
    toWire,
  }),
  get: operation({
    summary: "One project with its settings.",
    http: ["GET", PROJECT],
    scopes: ["project:read"],
    response: WireProject,
    run: (_, { project }) => project,
    toWire,
  }),
  update: operation({
    summary: "Changes a project's settings; absent fields stay.",
    http: ["PATCH, PUT", PROJECT],
    scopes: ["project:write"],
    input: ProjectSettings,
    response: WireProject,
    example: { week_start_day: 1 },
    run: (ctx, { project, input, by }) => updateProject(ctx, project.id, input, by),
    toWire,
  }),
  delete: operation({
    summary: "Deletes a project with all that belongs to it; 409 for the only one.",
    http: ["DELETE", PROJECT],
    scopes: ["project:write"],
    status: 204,
    errors: { conflict: { "": "It is the only project." } },
    run: (ctx, { project, by }) => deleteProject(ctx, project.id, by),
  }),
} satisfies OperationsOf<ProjectsHandle>;

/** A project with its new secret, which is shown only once. */
const ProjectWithSecret = v.object({
  ...WireProject.entries,
  secret_api_token: v.string(),
  /** The masked secret before this one; null = there is none. */
  secret_api_token_backup: v.nullable(v.string()),
});

/** The secret of a project (`phs_…`), with which servers read flag definitions and remote config. */
export const projectRequests = {
  rotateSecret: operation({
    summary:
      "Gives a project a new secret for flag definitions and remote config, shown only once; the last stays valid.",
    http: ["PATCH, POST", `${PROJECT}/rotate_secret_token`],
    // The secret reads flags: a key that may not read flags gets no secret.
    scopes: ["project:write", "feature_flag:read"],
    response: ProjectWithSecret,
    async run(ctx, call) {
      const { secret, backup } = await rotateSecret(ctx, call.project.id, call.by);
      const shown = { secret_api_token: secret.value, secret_api_token_backup: backup?.mask_value ?? null };
      return { ...toWire(call.project, call, ctx), ...shown };
    },
  }),
  dropSecretBackup: operation({
    summary: "Makes the secret before the last rotation invalid.",
    http: ["PATCH, POST", `${PROJECT}/delete_secret_token_backup`],
    scopes: ["project:write"],
    response: WireProject,
    async run(ctx, { project, by }) {
      await dropSecretBackup(ctx, project.id, by);
      return project;
    },
    toWire,
  }),
};

function toWire(project: Project, _: Call<unknown>, ctx: Context): v.InferOutput<typeof WireProject> {
  return {
    ...project,
    completed_snippet_onboarding: true,
    has_completed_onboarding_for: null,
    ingested_event: hasEvents(ctx.db, { projectId: project.id }),
    is_demo: false,
    access_control: false,
  };
}
