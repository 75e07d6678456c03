import * as v from "valibot";
import { envelope } from "./envelope.ts";
import { Described, Instant, Properties, Uuid } from "../../base/answer-scalars.ts";

export const Event = v.pipe(
  v.object({
    uuid: Uuid,
    event: v.string(),
    distinct_id: v.string(),
    person_id: v.nullable(Uuid),
    timestamp: Instant,
    created_at: Instant,
    properties: Properties,
    elements: v.array(Described),
  }),
  v.examples([
    {
      uuid: "018f2a77-c0d1-7b5e-8c9a-1f221b525634",
      event: "signed up",
      distinct_id: "mira@example.org",
      person_id: "6931a681-6e90-500d-8294-14582dcc2e3f",
      timestamp: "2024-03-01T08:15:30.250000Z",
      created_at: "2024-03-01T08:15:31Z",
      properties: { plan: "pro" },
      elements: [],
    },
  ]),
);

export const EventList = envelope(Event);
