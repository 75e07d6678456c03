import type { Project } from "../../admin/projects/index.ts";

const DEFAULT_NAMES = ["email", "name", "username"];

/** The properties that name a person, best first. */
export function displayNames({ person_display_name_properties: own }: Project): readonly string[] {
  return own.length > 0 ? own : DEFAULT_NAMES;
}

/** The column `person_display_name`. @param person null = the distinct id has none */
export function toDisplayName(
  project: Project,
  distinctId: unknown,
  person: { id: unknown; properties: Record<string, unknown> } | null,
): Record<string, unknown> {
  const name = displayNames(project)
    .map((key) => person?.properties[key])
    .find(Boolean);
  return { display_name: name ?? distinctId, id: person?.id ?? null, distinct_id: distinctId };
}
