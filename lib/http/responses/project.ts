import * as v from "valibot";
import { envelope } from "./envelope.ts";
import { Id, Instant, Uuid } from "../../base/answer-scalars.ts";

export const Project = v.pipe(
  v.object({
    id: Id,
    uuid: Uuid,
    organization: Uuid,
    name: v.string(),
    api_token: v.string(),
    timezone: v.string(),
    week_start_day: v.picklist([0, 1]),
    person_display_name_properties: v.array(v.string()),
    test_account_filters: v.array(v.unknown()),
    path_cleaning_filters: v.array(v.unknown()),
    anonymize_ips: v.boolean(),
    person_processing_opt_out: v.boolean(),
    created_at: Instant,
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

/** A project with its new secret, which is shown only once. */
export const ProjectWithSecret = v.object({
  ...Project.entries,
  secret_api_token: v.string(),
  /** The masked secret before this one; null = there is none. */
  secret_api_token_backup: v.nullable(v.string()),
});

export const ProjectList = envelope(Project);
