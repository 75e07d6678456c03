import type { Project } from "../../admin/projects/index.ts";
import type { PersonRecord } from "../../people/persons/index.ts";
import { formatInstant } from "../../questions/index.ts";

/** A person in tables of actors. Source: reference/query.md 4.4. */
export interface PersonObject {
  /** The UUID. */
  id: string;
  properties: Record<string, unknown>;
  is_identified: boolean;
  /** ISO text with the offset of the project's time zone. */
  created_at: string;
  /** Ids that do not look anonymous come first. */
  distinct_ids: string[];
}

/** Distinct ids that a person shows at most, as in PostHog. */
const MAX_DISTINCT_IDS = 101;

export function toPersonObject(
  { timezone }: Project,
  record: Pick<PersonRecord, "uuid" | "properties" | "is_identified" | "created_at" | "distinct_ids">,
): PersonObject {
  return {
    id: record.uuid,
    properties: record.properties,
    is_identified: record.is_identified,
    created_at: formatInstant(Date.parse(record.created_at), timezone),
    distinct_ids: record.distinct_ids.slice(0, MAX_DISTINCT_IDS),
  };
}
