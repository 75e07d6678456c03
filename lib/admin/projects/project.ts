import { toIso } from "../../base/clock.ts";

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
  week_start_day: number;
  person_display_name_properties: string[];
  test_account_filters: unknown[];
  path_cleaning_filters: unknown[];
  anonymize_ips: boolean;
  /** True = every event is personless. */
  person_processing_opt_out: boolean;
  /** ISO text. */
  created_at: string;
}

/** The columns of `toProject`, for a SELECT. */
export const PROJECT_COLUMNS = `id, uuid, name, api_token, timezone, week_start_day, person_display_name_properties,
  test_account_filters, path_cleaning_filters, anonymize_ips, person_processing_opt_out, created_at`;

export interface ProjectRow {
  id: number;
  uuid: string;
  name: string;
  api_token: string;
  timezone: string;
  week_start_day: number;
  person_display_name_properties: string;
  test_account_filters: string;
  path_cleaning_filters: string;
  anonymize_ips: number;
  person_processing_opt_out: number;
  created_at: number;
}

/** hoglet has a single organisation, that of the file; the API needs a UUID for it. */
export const ORGANIZATION_ID = "00000000-0000-4000-8000-000000000001";

export function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    uuid: row.uuid,
    organization: ORGANIZATION_ID,
    name: row.name,
    api_token: row.api_token,
    timezone: row.timezone,
    week_start_day: row.week_start_day,
    person_display_name_properties: JSON.parse(row.person_display_name_properties) as string[],
    test_account_filters: JSON.parse(row.test_account_filters) as unknown[],
    path_cleaning_filters: JSON.parse(row.path_cleaning_filters) as unknown[],
    anonymize_ips: row.anonymize_ips === 1,
    person_processing_opt_out: row.person_processing_opt_out === 1,
    created_at: toIso(row.created_at),
  };
}
