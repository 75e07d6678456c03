import * as v from "valibot";
import { envelope, list } from "./envelope.ts";
import { Count, Instant } from "../../base/answer-scalars.ts";

const EventDefinition = v.pipe(
  v.object({ id: v.string(), name: v.string(), count: Count, last_seen_at: Instant }),
  v.examples([
    { id: "0190163d-8694-739b-aea5-966c26f8ad91", name: "signed up", count: 12, last_seen_at: "2024-05-02T10:00:00Z" },
  ]),
);

export const EventDefinitionList = envelope(EventDefinition);

const PropertyDefinition = v.pipe(
  v.object({
    id: v.string(),
    name: v.string(),
    type: v.picklist(["event", "person", "group"]),
    property_type: v.nullable(v.picklist(["String", "Numeric", "Boolean", "DateTime"])),
    is_numerical: v.boolean(),
  }),
  v.examples([
    {
      id: "0190163d-8694-739b-aea5-966c26f8ad92",
      name: "amount",
      type: "event",
      property_type: "Numeric",
      is_numerical: true,
    },
  ]),
);

export const PropertyDefinitionList = envelope(PropertyDefinition);

export const EventValues = list(
  v.pipe(v.object({ name: v.string(), count: Count }), v.examples([{ name: "Chrome", count: 12 }])),
);
