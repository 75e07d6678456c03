import type { Page } from "../base/page.ts";
import { listWarnings, WarningListQuery } from "../admin/warnings/index.ts";
import type { WarningListInput, WarningRecord } from "../admin/warnings/index.ts";
import { parseKnown } from "./known.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";

export interface WarningsHandle {
  /** Warnings that explain missing or changed events, newest first. */
  list(query?: WarningListInput & InProject): Promise<Page<WarningRecord>>;
}

export function warningsHandle(scope: Scope): WarningsHandle {
  return {
    list: async ({ project, ...query } = {}) =>
      listWarnings(scope.open(), scope.project(project), parseKnown(WarningListQuery, query)),
  };
}
