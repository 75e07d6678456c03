import * as v from "valibot";
import { describedElsewhere, Id, Instant } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import { fromColumns } from "../../storage/queries/index.ts";
import type { actions } from "../../storage/tables/index.ts";
import type { ActionStep } from "./step.ts";

/** A named kind of event: it matches events that match any of its steps. */
export const Action = v.object({
  id: Id,
  name: v.string(),
  description: v.string(),
  /** Empty = it matches no event. */
  steps: v.array(describedElsewhere<ActionStep>()),
  /** ISO text. */
  created_at: Instant,
  /** Labels, each once. */
  tags: v.array(v.string()),
  /** Kept for clients, as `slack_message_format` is: nothing is sent to Slack. */
  post_to_slack: v.boolean(),
  /** Empty = none. */
  slack_message_format: v.string(),
});
export interface Action extends v.InferOutput<typeof Action> {}

export type ActionRow = typeof actions.$inferSelect;

/** A new action's fields, which have columns of the same names. */
export const NEW_ACTION = {
  name: "",
  description: "",
  steps: [] as ActionStep[],
  tags: [] as string[],
  post_to_slack: false,
  slack_message_format: "",
};

export function toAction(row: ActionRow): Action {
  const { name, description, steps, ...rest } = fromColumns(row, NEW_ACTION);
  return { id: row.id, name, description, steps, created_at: toIso(row.createdAt), ...rest };
}
