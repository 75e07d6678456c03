import { IngestionWarning, listWarnings, WarningListQuery } from "../admin/warnings/index.ts";
import type { WarningListInput, WarningRecord } from "../admin/warnings/index.ts";
import type { InProject } from "../base/call-options.ts";
import type { Page } from "../base/page.ts";
import { listing } from "./operation.ts";
import type { OperationsOf } from "./operation.ts";

export interface WarningsHandle {
  /** Warnings that explain missing or changed events, newest first. */
  list(query?: WarningListInput & InProject): Promise<Page<WarningRecord>>;
}

/** Ingestion warnings. PostHog shows them only on its own pages; this path is hoglet's. */
export const warnings = {
  list: listing({
    summary: "Warnings that explain missing or changed events, newest first.",
    http: ["GET", "/api/projects/:project_id/ingestion_warnings"],
    scopes: ["event:read"],
    input: WarningListQuery,
    response: IngestionWarning,
    run: (ctx, { project, input }) => listWarnings(ctx, project, input),
  }),
} satisfies OperationsOf<WarningsHandle>;
