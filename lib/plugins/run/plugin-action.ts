import type { Action } from "../../admin/actions/index.ts";

/** An action as `onAction` receives it: the fields that PostHog's actions and hoglet's have in common. */
export interface PluginAction {
  id: number;
  team_id: number;
  name: string;
  description: string;
  /** ISO text. */
  created_at: string;
  deleted: false;
  /** The steps of its definition. */
  steps: (Action["steps"][number] & { action_id: number })[];
}
