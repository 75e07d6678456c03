import type { Context } from "../context.ts";

/** The resources that running plugins need. */
export type Parts = Pick<Context, "db" | "clock" | "expressions" | "ids" | "log" | "options" | "vault">;

/** A config of a project, the owner of its data and logs. */
export interface ConfigKey {
  id: number;
  pluginId: number;
  projectId: number;
  pluginName: string;
}
