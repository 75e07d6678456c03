import type { Context } from "../context.ts";

export type Parts = Pick<Context, "db" | "clock" | "expressions" | "ids" | "log" | "options" | "vault">;

/** Owns its data and logs. */
export interface ConfigKey {
  id: number;
  pluginId: number;
  projectId: number;
  pluginName: string;
}
