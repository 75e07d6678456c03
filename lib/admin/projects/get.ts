import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { toProject } from "./project.ts";
import type { Project } from "./project.ts";
import { and, eq, isNull, pages, query } from "../../storage/queries/index.ts";
import { projects } from "../../storage/tables/index.ts";

// A project whose deletion has begun (`deleted_at`) does not exist here.

type Reads = Pick<Context, "db">;

const isThere = isNull(projects.deletedAt);

const projectById = query((db, given: { id: number }) =>
  db
    .select()
    .from(projects)
    .where(and(eq(projects.id, given.id), isThere)),
);

const projectByToken = query((db, given: { token: string }) =>
  db
    .select()
    .from(projects)
    .where(and(eq(projects.apiToken, given.token), isThere)),
);

const oldestProject = query((db) => db.select().from(projects).where(isThere).orderBy(projects.id).limit(1));

const projectPages = pages(projects, () => isThere, projects.id);

/** The project with this id. @throws notFound "Project not found." */
export function getProject({ db }: Reads, id: number): Project {
  const row = projectById.get(db, { id });
  if (row === undefined) throw notFound("Project not found.");
  return toProject(row);
}

/** Undefined = no project has the token. */
export function findProject({ db }: Reads, apiToken: string): Project | undefined {
  const row = projectByToken.get(db, { token: apiToken });
  return row === undefined ? undefined : toProject(row);
}

/** The default of a handle. @throws notFound when all were deleted */
export function firstProject({ db }: Reads): Project {
  const row = oldestProject.get(db);
  if (row === undefined) throw notFound("Project not found.");
  return toProject(row);
}

/** Projects by id, oldest first. */
export function listProjects(
  { db }: Reads,
  page: { limit: number; offset: number },
): { count: number; results: Project[] } {
  const { count, rows } = projectPages(db, {}, page);
  return { count, results: rows.map(toProject) };
}
