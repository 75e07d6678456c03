import * as v from "valibot";
import { requireProject } from "../admin/auth/index.ts";
import { Checked, checkHoglet } from "../doctor/index.ts";
import type { CheckOptions } from "../doctor/index.ts";
import { operation } from "./operation.ts";
import type { Scope } from "./scope.ts";

export interface CheckHandle {
  /**
   * Checks the database: pages, references, checksums, columns against the event log. It runs in a process of its own
   * over a connection of its own, so that captures and questions continue.
   * @example
   * const { ok, findings } = await hoglet.check();
   */
  check(options?: CheckOptions & { repair?: boolean }): Promise<Checked>;
}

export function checkHandle({ open }: Scope): CheckHandle {
  return { check: async ({ repair = false, ...options } = {}) => checkHoglet(open(), options, repair) };
}

/** The state of the database. */
export const checkRequests = {
  check: operation({
    summary: "Checks the whole database with all projects, and returns damages with advice; for keys of all projects.",
    http: ["POST", "/api/projects/:project_id/check"],
    scopes: ["project:write"],
    input: v.object({
      /** Rebuild derived data: columns, indexes. @default false */
      repair: v.optional(v.boolean(), false),
    }),
    response: Checked,
    async run(ctx, { key, input }) {
      // The report names events of every project, so the key must be valid for all projects.
      requireProject(key, null);
      return checkHoglet(ctx, {}, input.repair);
    },
  }),
};
