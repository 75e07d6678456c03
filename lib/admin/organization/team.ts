import { hasEvents } from "../../log/index.ts";
import type { Project } from "../projects/index.ts";
import type { Context } from "../context.ts";

/** A project in its short form, which clients call team. */
export function toTeam(ctx: Pick<Context, "db">, project: Project) {
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
