import { notFound } from "../../base/errors.ts";
import type { PersonalApiKey } from "../auth/index.ts";
import { firstProject, getProject } from "../projects/index.ts";
import type { Context } from "../context.ts";
import { basicOrganization, fullOrganization } from "./organization.ts";
import { toTeam } from "./team.ts";

const USER_ID = "00000000-0000-4000-8000-000000000002";

/**
 * The user for whom a key stands.
 * @param id `@me`, or the user's own UUID @throws notFound for any other
 */
export function getUser(ctx: Pick<Context, "db">, key: PersonalApiKey, id: string | undefined) {
  if (id !== "@me" && id !== USER_ID) throw notFound();
  const [scoped] = key.scoped_projects;
  const project = scoped === undefined ? firstProject(ctx) : getProject(ctx, scoped);
  return {
    uuid: USER_ID,
    id: 1,
    distinct_id: key.id,
    first_name: key.label,
    last_name: "",
    // Clients want an address; nothing is ever sent to it.
    email: "owner@hoglet.localhost",
    pending_email: null,
    is_email_verified: true,
    date_joined: firstProject(ctx).created_at,
    notification_settings: {},
    anonymize_data: false,
    allow_impersonation: false,
    toolbar_mode: "disabled",
    has_password: false,
    is_staff: false,
    is_impersonated: null,
    sensitive_session_expires_at: null,
    team: toTeam(ctx, project),
    organization: fullOrganization(ctx, key),
    organizations: [basicOrganization()],
    events_column_config: { active: "DEFAULT" },
    is_2fa_enabled: false,
    has_social_auth: false,
    has_sso_enforcement: false,
    has_seen_product_intro_for: null,
    scene_personalisation: [],
    theme_mode: null,
    hedgehog_config: null,
    role_at_organization: null,
  };
}
