import * as v from "valibot";
import { requireProject } from "../../admin/auth/index.ts";
import { checkHoglet } from "../../doctor/index.ts";
import { CheckupReply } from "../responses/check.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

const CheckInput = v.object({
  /** Rebuild derived data: columns, indexes. @default false */
  repair: v.optional(v.boolean(), false),
});

/** The state of the database. */
export const checkRoutes: readonly Route[] = [
  defineRoute({
    methods: ["POST"],
    path: "/api/projects/:project_id/check",
    summary: "Checks the whole database with all projects, and returns damages with advice; for keys of all projects.",
    scopes: ["project:write"],
    input: CheckInput,
    status: 200,
    response: CheckupReply,
    async run(ctx, { key, input }) {
      // It names events of every project, so the key must be valid for all projects.
      requireProject(key, null);
      return checkHoglet(ctx, {}, input.repair);
    },
  }),
];
