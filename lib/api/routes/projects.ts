import * as v from "valibot";
import { pageEntries } from "../../page.ts";
import { listProjects } from "../../projects/index.ts";
import { toEnvelope } from "../page-links.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

/** Projects (reference/rest.md 10.1). */
export const projectRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: "/api/projects",
    summary: "All projects of the database.",
    scopes: ["project:read"],
    input: v.object(pageEntries),
    status: 200,
    run: (ctx, { input, target }) => toEnvelope(target, input, listProjects(ctx, input)),
  }),
  defineRoute({
    methods: ["GET"],
    path: "/api/projects/:project_id",
    summary: "One project with its settings.",
    scopes: ["project:read"],
    input: null,
    status: 200,
    run: (_ctx, { project }) => project,
  }),
];
