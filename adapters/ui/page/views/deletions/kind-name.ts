import type { DeletionRecord } from "../../../../../lib/index.ts";

const NAMES: Record<DeletionRecord["kind"], string> = {
  person: "events of a person",
  person_profile: "a profile; events kept",
  event: "one event",
  events_by_name: "events of a name",
  events_before: "events before a date",
  project: "a project",
};

/** A kind of deletion in words. */
export function toKindName(kind: DeletionRecord["kind"]): string {
  return NAMES[kind];
}
