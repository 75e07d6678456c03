import type * as v from "valibot";
import { recordActivity, SYSTEM } from "../activity/index.ts";
import type { Author, Change } from "../activity/index.ts";
import type { Context } from "../context.ts";
import { write } from "../../storage/index.ts";
import { getProject } from "./get.ts";
import type { Project } from "./project.ts";
import { setProject } from "./set.ts";
import { ProjectSettings } from "./settings.ts";

/** The input of `projects.update`; absent settings stay. */
export type ProjectUpdate = v.InferInput<typeof ProjectSettings>;

/** Changes a project's settings. @throws notFound */
export async function updateProject(
  ctx: Pick<Context, "db" | "clock" | "log">,
  id: number,
  settings: ProjectSettings,
  by: Author = SYSTEM,
): Promise<Project> {
  return write(ctx.db, () => {
    const before = getProject(ctx, id);
    setProject(ctx, id, settings);
    const after = getProject(ctx, id);
    recordActivity(ctx, {
      projectId: id,
      by,
      scope: "Project",
      itemId: String(id),
      activity: "updated",
      detail: { name: after.name, changes: toChanges(before, after) },
    });
    return after;
  });
}

function toChanges(before: Project, after: Project): Change[] {
  const names = Object.keys(ProjectSettings.entries) as (keyof ProjectSettings)[];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => toChange(name, before[name], after[name]));
}

function toChange(field: keyof ProjectSettings, before: unknown, after: unknown): Change {
  // Filters hold values of properties, which must not reach the log: it only notes that they changed.
  if (field === "test_account_filters") return { action: "changed", field };
  return { action: "changed", field, before, after };
}
