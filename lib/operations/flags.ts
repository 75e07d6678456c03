import type { Flag, FlagOptions, FlagValue } from "../flags/program/index.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";

export interface FlagsHandle {
  /**
   * Sets the value of a flag: true, false or the name of a variant; for everybody, or with `distinct_ids` for these
   * people only. Kept until the handle closes. Set a flag before a browser loads its page: without any flag posthog-js
   * does not load flags.
   * @example
   * await hoglet.flags.set("checkout", "one-page", { payload: { steps: 1 }, distinct_ids: ["u1"] });
   */
  set(key: string, value: FlagValue, options?: FlagOptions & InProject): Promise<Flag>;
  unset(key: string, options?: Pick<FlagOptions, "distinct_ids"> & InProject): Promise<void>;
  clear(options?: InProject): Promise<void>;
  list(options?: InProject): Promise<Flag[]>;
}

export function flagsHandle(scope: Scope): FlagsHandle {
  const { open } = scope;
  return {
    set: async (key, value, { project, ...options } = {}) =>
      open().flags.set(scope.project(project).id, key, value, options),
    unset: async (key, { project, ...options } = {}) => open().flags.unset(scope.project(project).id, key, options),
    clear: async ({ project } = {}) => open().flags.clear(scope.project(project).id),
    list: async ({ project } = {}) => open().flags.list(scope.project(project).id),
  };
}
