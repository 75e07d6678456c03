import * as v from "valibot";
import { authorOf } from "../../admin/activity/index.ts";
import type { Context } from "../../handle/context.ts";
import { pageEntries } from "../../base/page.ts";
import { hasEvents } from "../../log/index.ts";
import {
  createProject,
  deleteProject,
  listProjects,
  ProjectInput,
  ProjectSettings,
  updateProject,
} from "../../admin/projects/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { toEnvelope } from "../envelopes.ts";
import { Project as ProjectAnswer, ProjectList } from "../responses/project.ts";
import { defineRoute } from "../route.ts";
import type { KeyRoute, Route } from "../route.ts";

const PROJECTS = "/api/projects";

/** Projects (reference/rest.md 10.1). `@current` is the first project of the key. */
export const projectRoutes: readonly Route[] = projectRoutesAt(PROJECTS);

/**
 * The routes of projects under a path.
 * @param find refuses a path that leads nowhere, before anything else
 */
export function projectRoutesAt(path: string, find?: KeyRoute["find"]): KeyRoute[] {
  const checked = find === undefined ? {} : { find };
  return [
    defineRoute({
      methods: ["GET"],
      path,
      ...checked,
      summary: "All projects of the database.",
      scopes: ["project:read"],
      input: v.object(pageEntries),
      status: 200,
      response: ProjectList,
      run(ctx, { input, target }) {
        const { count, results } = listProjects(ctx, input);
        return toEnvelope(target, input, { count, results: results.map((project) => projectToWire(ctx, project)) });
      },
    }),
    defineRoute({
      methods: ["POST"],
      path,
      ...checked,
      summary: "Creates a project; `api_token` is random unless given.",
      scopes: ["project:write"],
      input: v.object(ProjectInput.entries),
      status: 201,
      response: ProjectAnswer,
      also: { 409: "Another project has this token." },
      example: { name: "shop", timezone: "Europe/Paris" },
      run: async (ctx, { key, input }) => projectToWire(ctx, await createProject(ctx, input, authorOf(key))),
    }),
    defineRoute({
      methods: ["GET"],
      path: `${path}/:project_id`,
      ...checked,
      summary: "One project with its settings.",
      scopes: ["project:read"],
      input: null,
      status: 200,
      response: ProjectAnswer,
      run: (ctx, { project }) => projectToWire(ctx, project),
    }),
    defineRoute({
      methods: ["PATCH", "PUT"],
      path: `${path}/:project_id`,
      ...checked,
      summary: "Changes a project's settings; absent fields stay.",
      scopes: ["project:write"],
      // Not strict: a client can send back a project that it read, with the fields that only answers have.
      input: v.object(ProjectSettings.entries),
      status: 200,
      response: ProjectAnswer,
      example: { week_start_day: 1 },
      run: async (ctx, { key, project, input }) =>
        projectToWire(ctx, await updateProject(ctx, project.id, input, authorOf(key))),
    }),
    defineRoute({
      methods: ["DELETE"],
      path: `${path}/:project_id`,
      ...checked,
      summary: "Deletes a project with all that belongs to it; 409 for the only one.",
      scopes: ["project:write"],
      input: null,
      status: 204,
      also: { 409: "It is the only project." },
      run: (ctx, { key, project }) => deleteProject(ctx, project.id, authorOf(key)),
    }),
  ];
}

/** A project with those fields of 10.1 that have no meaning here but that clients read. */
export function projectToWire(ctx: Context, project: Project): v.InferOutput<typeof ProjectAnswer> {
  return {
    ...project,
    completed_snippet_onboarding: true,
    has_completed_onboarding_for: null,
    ingested_event: hasEvents(ctx.db, { projectId: project.id }),
    is_demo: false,
    access_control: false,
  };
}
