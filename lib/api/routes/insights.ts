import * as v from "valibot";
import { trend } from "../../insights/index.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

const INSIGHTS = "/api/projects/:project_id/insights";

/** Questions (reference/insights.md 3). GET carries lists and objects as JSON text. */
export const insightRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET", "POST"],
    path: `${INSIGHTS}/trend`,
    summary: "Counts over time.",
    scopes: ["insight:read"],
    input: v.record(v.string(), v.unknown()),
    status: 200,
    run: (ctx, { project, input }) => trend(ctx, project, input),
  }),
];
