import { toIso } from "../../base/clock.ts";
import type { projects } from "../../storage/tables/index.ts";

/** A project as clients see it, with the settings that other areas use. */
export interface Project {
  id: number;
  uuid: string;
  organization: string;
  name: string;
  /** The public token for capturing events. */
  api_token: string;
  /** IANA name. */
  timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  week_start_day: 0 | 1;
  person_display_name_properties: string[];
  test_account_filters: unknown[];
  path_cleaning_filters: unknown[];
  anonymize_ips: boolean;
  /** True = every event is personless. */
  person_processing_opt_out: boolean;
  /** ISO text. */
  created_at: string;
}

export type ProjectRow = typeof projects.$inferSelect;

/** hoglet has a single organisation, that of the file; the API needs a UUID for it. */
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
