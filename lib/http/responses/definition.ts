import * as v from "valibot";
import { envelope, list } from "./envelope.ts";
import { Count, Instant } from "../../base/answer-scalars.ts";

const EventDefinition = v.pipe(
  v.object({ name: v.string(), count: Count, last_seen_at: Instant }),
  v.examples([{ name: "signed up", count: 12, last_seen_at: "2024-05-02T10:00:00Z" }]),
);

export const EventDefinitionList = envelope(EventDefinition);

const PropertyDefinition = v.pipe(
  v.object({
    name: v.string(),
    type: v.picklist(["event", "person", "group"]),
    property_type: v.nullable(v.picklist(["String", "Numeric", "Boolean", "DateTime"])),
    is_numerical: v.boolean(),
  }),
  v.examples([{ name: "amount", type: "event", property_type: "Numeric", is_numerical: true }]),
);

export const PropertyDefinitionList = envelope(PropertyDefinition);

export const EventValues = list(
  v.pipe(v.object({ name: v.string(), count: Count }), v.examples([{ name: "Chrome", count: 12 }])),
);
