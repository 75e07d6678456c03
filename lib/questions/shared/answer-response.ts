import * as v from "valibot";
import { Instant, Properties } from "../../base/answer-scalars.ts";

// Parts of answers in the OpenAPI document.

/** A schema's output, where the document shows less of it. */
export function answeredAs<Output>(schema: v.GenericSchema): v.GenericSchema<Output> {
  return schema as v.GenericSchema<Output>;
}

/** Fields of every answer (reference/insights.md 3). */
export const envelopeEntries = { timezone: v.string(), is_cached: v.boolean(), last_refresh: Instant };

export const ENVELOPE = { timezone: "UTC", is_cached: false, last_refresh: "2024-05-02T10:00:00Z" };

export const lineEntries = {
  label: v.string(),
  count: v.number(),
  data: v.array(v.number()),
  labels: v.array(v.string()),
};

export const comparedEntries = {
  compare: v.exactOptional(v.literal(true)),
  compare_label: v.exactOptional(v.picklist(["current", "previous"])),
};

/** Links to the persons behind each number of a line. */
export const PersonLinks = v.array(v.object({ filter: Properties, url: v.string() }));
