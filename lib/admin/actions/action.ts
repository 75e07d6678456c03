import { toIso } from "../../base/clock.ts";
import type { actions } from "../../storage/tables/index.ts";
import type { ActionStep } from "./step.ts";

/** A named kind of event: it matches events that match any of its steps. */
export interface Action {
  id: number;
  name: string;
  description: string;
  /** Empty = it matches no event. */
  steps: ActionStep[];
  /** ISO text. */
  created_at: string;
  /** Labels, each once. */
  tags: string[];
  /** Kept for clients, as `slack_message_format` is: nothing is sent to Slack. */
  post_to_slack: boolean;
  /** Empty = none. */
  slack_message_format: string;
}

export type ActionRow = typeof actions.$inferSelect;

export function toAction(row: ActionRow): Action {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    steps: JSON.parse(row.steps) as ActionStep[],
    created_at: toIso(row.createdAt),
    tags: JSON.parse(row.tags) as string[],
    post_to_slack: row.postToSlack === 1,
    slack_message_format: row.slackMessageFormat,
  };
}
