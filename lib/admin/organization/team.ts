import * as v from "valibot";
import { Id, Uuid } from "../../base/answer-scalars.ts";
import { hasEvents } from "../../log/index.ts";
import type { Project } from "../projects/index.ts";
import type { Context } from "../context.ts";

/** A project in short, which clients call team. */
export const Team = v.object({
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

export function toTeam(ctx: Pick<Context, "db">, project: Project): v.InferOutput<typeof Team> {
  return {
    id: project.id,
    uuid: project.uuid,
    organization: project.organization,
    project_id: project.id,
    api_token: project.api_token,
    name: project.name,
    completed_snippet_onboarding: true,
    has_completed_onboarding_for: null,
    ingested_event: hasEvents(ctx.db, { projectId: project.id }),
    is_demo: false,
    timezone: project.timezone,
    access_control: false,
  };
}
