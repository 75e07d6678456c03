import * as v from "valibot";
import { envelope, list } from "./envelope.ts";
import { Count, Instant } from "../../base/answer-scalars.ts";

const By = v.nullable(v.object({ first_name: v.string(), email: v.null() }));

/** The remark on a name. */
const noteEntries = {
  description: v.string(),
  tags: v.array(v.string()),
  verified: v.boolean(),
  verified_at: v.nullable(Instant),
  verified_by: By,
  hidden: v.boolean(),
  updated_at: v.nullable(Instant),
  updated_by: By,
};

const eventEntries = { id: v.string(), name: v.string(), count: Count, last_seen_at: v.nullable(Instant) };

const EventDefinition = v.pipe(
  v.object({
    ...eventEntries,
    ...v.partial(v.object(noteEntries)).entries,
    is_action: v.exactOptional(v.boolean()),
    action_id: v.exactOptional(v.nullable(Count)),
  }),
  v.examples([
    { id: "0190163d-8694-739b-aea5-966c26f8ad91", name: "signed up", count: 12, last_seen_at: "2024-05-02T10:00:00Z" },
  ]),
);

export const EventDefinitionList = envelope(EventDefinition);

export const WholeEventDefinition = v.object({
  ...eventEntries,
  ...noteEntries,
  last_updated_at: v.nullable(Instant),
  owner: v.null(),
  created_at: v.nullable(Instant),
  created_by: v.null(),
  is_action: v.boolean(),
  action_id: v.null(),
  is_calculating: v.boolean(),
  last_calculated_at: v.null(),
  post_to_slack: v.boolean(),
  default_columns: v.array(v.string()),
});

const propertyEntries = {
  id: v.string(),
  name: v.string(),
  type: v.picklist(["event", "person", "group", "session"]),
  property_type: v.nullable(v.picklist(["String", "Numeric", "Boolean", "DateTime", "Duration"])),
  is_numerical: v.boolean(),
  is_seen_on_filtered_events: v.nullable(v.boolean()),
};

export const WholePropertyDefinition = v.object({ ...propertyEntries, ...noteEntries });

const PropertyDefinition = v.pipe(
  v.object({ ...propertyEntries, ...v.partial(v.object(noteEntries)).entries }),
  v.examples([
    {
      id: "0190163d-8694-739b-aea5-966c26f8ad92",
      name: "amount",
      type: "event",
      property_type: "Numeric",
      is_numerical: true,
      is_seen_on_filtered_events: null,
    },
  ]),
);

export const PropertyDefinitionList = envelope(PropertyDefinition);

export const EventValues = list(
  v.pipe(v.object({ name: v.string(), count: Count }), v.examples([{ name: "Chrome", count: 12 }])),
);
