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
  }),
  v.examples([
    {
      id: 7,
      name: "buys",
      description: "",
      steps: [{ event: "paid", properties: [] }],
      created_at: "2024-03-01T08:00:00Z",
    },
  ]),
);

export const ActionList = envelope(Action);
