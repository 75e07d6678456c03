import * as v from "valibot";
import { envelope } from "./envelope.ts";
import { Id, Instant, Properties } from "../../base/answer-scalars.ts";

export const Action = v.pipe(
  v.object({
    id: Id,
    name: v.string(),
    description: v.string(),
    steps: v.array(Properties),
    created_at: Instant,
    tags: v.array(v.string()),
    post_to_slack: v.boolean(),
    slack_message_format: v.string(),
    created_by: v.null(),
    deleted: v.boolean(),
    is_action: v.literal(true),
    is_calculating: v.literal(false),
    last_calculated_at: v.null(),
    team_id: Id,
    bytecode_error: v.null(),
    pinned_at: v.null(),
    creation_context: v.null(),
  }),
  v.examples([
    {
      id: 7,
      name: "buys",
      description: "",
      steps: [{ event: "paid", properties: [] }],
      created_at: "2024-03-01T08:00:00Z",
      tags: ["sales"],
      post_to_slack: false,
      slack_message_format: "",
      created_by: null,
      deleted: false,
      is_action: true,
      is_calculating: false,
      last_calculated_at: null,
      team_id: 1,
      bytecode_error: null,
      pinned_at: null,
      creation_context: null,
    },
  ]),
);

export const ActionList = envelope(Action);
