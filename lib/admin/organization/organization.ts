import * as v from "valibot";
import { Count, Id, Instant, Properties, Uuid } from "../../base/answer-scalars.ts";
import { notFound } from "../../base/errors.ts";
import type { PersonalApiKey } from "../auth/index.ts";
import { firstProject, listProjects, ORGANIZATION_ID } from "../projects/index.ts";
import type { Project } from "../projects/index.ts";
import type { Context } from "../context.ts";
import { Team, toTeam } from "./team.ts";

/** Owner, in PostHog's numbers. */
const OWNER_LEVEL = 15;

/** The list of projects has pages. */
const MAX_TEAMS = 1000;

const NAME = "hoglet";

export const BasicOrganization = v.object({
  id: Uuid,
  name: v.string(),
  slug: v.string(),
  logo_media_id: v.null(),
  membership_level: Count,
  members_can_use_personal_api_keys: v.boolean(),
  is_active: v.boolean(),
  is_not_active_reason: v.null(),
  is_pending_deletion: v.boolean(),
});

export function basicOrganization(): v.InferOutput<typeof BasicOrganization> {
  return {
    id: ORGANIZATION_ID,
    name: NAME,
    slug: NAME,
    logo_media_id: null,
    membership_level: OWNER_LEVEL,
    members_can_use_personal_api_keys: true,
    is_active: true,
    is_not_active_reason: null,
    is_pending_deletion: false,
  };
}

/** The organisation with the projects that a key may touch. */
export const Organization = v.object({
  ...BasicOrganization.entries,
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

export function fullOrganization(
  ctx: Pick<Context, "db">,
  key: Pick<PersonalApiKey, "scoped_projects">,
): v.InferOutput<typeof Organization> {
  const projects = projectsOf(ctx, key);
  const { created_at: createdAt } = firstProject(ctx);
  return {
    ...basicOrganization(),
    created_at: createdAt,
    updated_at: createdAt,
    plugins_access_level: 9,
    teams: projects.map((project) => toTeam(ctx, project)),
    projects: projects.map(({ id, name }) => ({ id, organization_id: ORGANIZATION_ID, name })),
    available_product_features: [],
    is_member_join_email_enabled: false,
    metadata: { instance_tag: "none" },
    customer_id: null,
    enforce_2fa: null,
    members_can_invite: false,
    allow_publicly_shared_resources: false,
    member_count: 1,
    is_ai_data_processing_approved: false,
    default_experiment_stats_method: "bayesian",
    default_role_id: null,
  };
}

function projectsOf(
  ctx: Pick<Context, "db">,
  { scoped_projects: scoped }: Pick<PersonalApiKey, "scoped_projects">,
): Project[] {
  const { results } = listProjects(ctx, { limit: MAX_TEAMS, offset: 0 });
  return scoped.length === 0 ? results : results.filter(({ id }) => scoped.includes(id));
}

/** @throws notFound for another organisation's id */
export function requireOrganization(id: number | string): void {
  if (id !== "@current" && id !== ORGANIZATION_ID) throw notFound();
}
