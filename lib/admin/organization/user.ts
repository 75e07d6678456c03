import * as v from "valibot";
import { Id, Instant, Properties, Uuid } from "../../base/answer-scalars.ts";
import { invalid, notFound } from "../../base/errors.ts";
import { write } from "../../storage/index.ts";
import { requireProjects } from "../auth/index.ts";
import type { PersonalApiKey } from "../auth/index.ts";
import { firstProject, ORGANIZATION_ID } from "../projects/index.ts";
import type { Context } from "../context.ts";
import { currentProject, setCurrentProject } from "./current-project.ts";
import { basicOrganization, BasicOrganization, fullOrganization, Organization } from "./organization.ts";
import { Team, toTeam } from "./team.ts";

const USER_ID = "00000000-0000-4000-8000-000000000002";

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
  organizations: v.array(BasicOrganization),
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
type User = v.InferOutput<typeof User>;

/** @param id `@me`, or the user's own UUID @throws notFound for any other */
export function getUser(ctx: Pick<Context, "db">, key: PersonalApiKey, id: number | string): User {
  requireUser(id);
  const project = currentProject(ctx, key);
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

/** @throws notFound for another user's id */
export function requireUser(id: number | string): void {
  if (id !== "@me" && id !== USER_ID) throw notFound();
}

/** Other fields belong to accounts, which are not here. */
export const UserUpdate = v.object({
  set_current_organization: v.exactOptional(v.literal(ORGANIZATION_ID, "There is no organization with this id.")),
  set_current_team: v.exactOptional(
    v.pipe(
      v.union(
        [v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))],
        "A valid integer is required.",
      ),
      v.integer("A valid integer is required."),
    ),
  ),
  password: v.exactOptional(v.never("There are no passwords here: a personal API key identifies the user.")),
});

/**
 * Chooses the project of `@current`.
 * @param id `@me`, or the user's own UUID
 * @throws notFound for any other; invalid for a project that the key may not touch, or a caller without a key
 */
export async function updateUser(
  ctx: Pick<Context, "db">,
  key: PersonalApiKey,
  id: number | string,
  { set_current_team: projectId }: v.InferOutput<typeof UserUpdate>,
): Promise<User> {
  requireUser(id);
  if (projectId !== undefined) {
    await write(ctx.db, () => {
      const { scoped_projects: scoped } = key;
      requireProjects(ctx, [projectId], "set_current_team");
      if (scoped.length > 0 && !scoped.includes(projectId)) {
        throw invalid("set_current_team", `There is no project with the id ${projectId}.`);
      }
      if (!setCurrentProject(ctx, key.id, projectId)) {
        throw invalid("set_current_team", "Only a personal API key has a current project.");
      }
    });
  }
  return getUser(ctx, key, id);
}
