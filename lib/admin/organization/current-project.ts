import type { PersonalApiKey } from "../auth/index.ts";
import { firstProject, getProject } from "../projects/index.ts";
import type { Project } from "../projects/index.ts";
import type { Context } from "../context.ts";
import { and, eq, isNull, query } from "../../storage/queries/index.ts";
import { personalApiKeys as keys, projects } from "../../storage/tables/index.ts";

const chosenOf = query((db, given: { id: string }) =>
  db
    .select({ id: projects.id })
    .from(keys)
    .innerJoin(projects, eq(projects.id, keys.currentProject))
    .where(and(eq(keys.id, given.id), isNull(projects.deletedAt))),
);

const choose = query((db, given: { id: string; projectId: number }) =>
  db.update(keys).set({ currentProject: given.projectId }).where(eq(keys.id, given.id)),
);

/** The project that `@current` stands for: the one that the key chose, else the first that it may touch. */
export function currentProject(
  ctx: Pick<Context, "db">,
  { id, scoped_projects: scoped }: Pick<PersonalApiKey, "id" | "scoped_projects">,
): Project {
  const chosen = chosenOf.get(ctx.db, { id })?.id;
  if (chosen !== undefined && (scoped.length === 0 || scoped.includes(chosen))) return getProject(ctx, chosen);
  const [first] = scoped;
  return first === undefined ? firstProject(ctx) : getProject(ctx, first);
}

/** Inside the caller's transaction. Returns false for a caller without a key. */
export function setCurrentProject({ db }: Pick<Context, "db">, id: string, projectId: number): boolean {
  return choose.run(db, { id, projectId }).changes > 0;
}
