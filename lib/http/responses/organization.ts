import * as v from "valibot";
import { envelope } from "./envelope.ts";
import { Count, Id, Instant, Properties, Uuid } from "../../base/answer-scalars.ts";

const Team = v.object({
  id: Id,
  uuid: Uuid,
  organization: Uuid,
  project_id: Id,
  api_token: v.string(),
  name: v.string(),
  completed_snippet_onboarding: v.boolean(),
  has_completed_onboarding_for: v.null(),
  ingested_event: v.boolean(),
  is_demo: v.boolean(),
  timezone: v.string(),
  access_control: v.boolean(),
});

const Basic = {
  id: Uuid,
  name: v.string(),
  slug: v.string(),
  logo_media_id: v.null(),
  membership_level: Count,
  members_can_use_personal_api_keys: v.boolean(),
  is_active: v.boolean(),
  is_not_active_reason: v.null(),
  is_pending_deletion: v.boolean(),
};

export const Organization = v.object({
  ...Basic,
  created_at: Instant,
  updated_at: Instant,
  plugins_access_level: Count,
  teams: v.array(Team),
  projects: v.array(v.object({ id: Id, organization_id: Uuid, name: v.string() })),
  available_product_features: v.array(v.unknown()),
  is_member_join_email_enabled: v.boolean(),
  metadata: Properties,
  customer_id: v.null(),
  enforce_2fa: v.null(),
  members_can_invite: v.boolean(),
  allow_publicly_shared_resources: v.boolean(),
  member_count: Count,
  is_ai_data_processing_approved: v.boolean(),
  default_experiment_stats_method: v.string(),
  default_role_id: v.null(),
});

export const OrganizationList = envelope(Organization);

export const User = v.object({
  uuid: Uuid,
  id: Id,
  distinct_id: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
  pending_email: v.null(),
  is_email_verified: v.boolean(),
  date_joined: Instant,
  notification_settings: Properties,
  anonymize_data: v.boolean(),
  allow_impersonation: v.boolean(),
  toolbar_mode: v.string(),
  has_password: v.boolean(),
  is_staff: v.boolean(),
  is_impersonated: v.null(),
  sensitive_session_expires_at: v.null(),
  team: Team,
  organization: Organization,
  organizations: v.array(v.object(Basic)),
  events_column_config: Properties,
  is_2fa_enabled: v.boolean(),
  has_social_auth: v.boolean(),
  has_sso_enforcement: v.boolean(),
  has_seen_product_intro_for: v.null(),
  scene_personalisation: v.array(v.unknown()),
  theme_mode: v.null(),
  hedgehog_config: v.null(),
  role_at_organization: v.null(),
});
