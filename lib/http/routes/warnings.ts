import { listWarnings, WarningListQuery } from "../../admin/warnings/index.ts";
import { toEnvelope } from "../envelopes.ts";
import { IngestionWarningList } from "../responses/warning.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

/** Ingestion warnings. PostHog shows them only on its own pages; this path is hoglet's. */
export const warningRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: "/api/projects/:project_id/ingestion_warnings",
    summary: "Warnings that explain missing or changed events, newest first.",
    scopes: ["event:read"],
    input: WarningListQuery,
    status: 200,
    response: IngestionWarningList,
    run: (ctx, { project, input, target }) => toEnvelope(target, input, listWarnings(ctx, project, input)),
  }),
];
