import * as v from "valibot";
import { Id, Instant, Uuid } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import type { projects } from "../../storage/tables/index.ts";

const StoredProject = v.object({
  id: Id,
  uuid: Uuid,
  organization: Uuid,
  name: v.string(),
  /** The public token for capturing events. */
  api_token: v.string(),
  /** IANA name. */
  timezone: v.string(),
  /** 0 = Sunday, 1 = Monday. */
  week_start_day: v.picklist([0, 1]),
  person_display_name_properties: v.array(v.string()),
  test_account_filters: v.array(v.unknown()),
  path_cleaning_filters: v.array(v.unknown()),
  anonymize_ips: v.boolean(),
  /** True = every event is personless. */
  person_processing_opt_out: v.boolean(),
  /** ISO text. */
  created_at: Instant,
});
/** A project as clients see it, with the settings that other areas use. */
export interface Project extends v.InferOutput<typeof StoredProject> {}

/** A project as HTTP has it: with those fields of reference/rest.md 10.1 that have no meaning here but that clients read. */
export const WireProject = v.pipe(
  v.object({
    ...StoredProject.entries,
    completed_snippet_onboarding: v.boolean(),
    has_completed_onboarding_for: v.null(),
    ingested_event: v.boolean(),
    is_demo: v.boolean(),
    access_control: v.boolean(),
  }),
  v.examples([
    {
      id: 1,
      uuid: "018f2a77-c0d1-7b5e-8c9a-1f221b525634",
      organization: "00000000-0000-4000-8000-000000000001",
      name: "Default project",
      api_token: "phc_demo",
      timezone: "UTC",
      week_start_day: 0,
      person_display_name_properties: [],
      test_account_filters: [],
      path_cleaning_filters: [],
      anonymize_ips: false,
      person_processing_opt_out: false,
      created_at: "2024-03-01T08:00:00Z",
      completed_snippet_onboarding: true,
      has_completed_onboarding_for: null,
      ingested_event: true,
      is_demo: false,
      access_control: false,
    },
  ]),
);

export type ProjectRow = typeof projects.$inferSelect;

/** The file's single organisation, as the API needs one. */
export const ORGANIZATION_ID = "00000000-0000-4000-8000-000000000001";

export function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    uuid: row.uuid,
    organization: ORGANIZATION_ID,
    name: row.name,
    api_token: row.apiToken,
    timezone: row.timezone,
    week_start_day: row.weekStartDay,
    person_display_name_properties: JSON.parse(row.personDisplayNameProperties) as string[],
    test_account_filters: JSON.parse(row.testAccountFilters) as unknown[],
    path_cleaning_filters: JSON.parse(row.pathCleaningFilters) as unknown[],
    anonymize_ips: row.anonymizeIps === 1,
    person_processing_opt_out: row.personProcessingOptOut === 1,
    created_at: toIso(row.createdAt),
  };
}
