import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { PROJECT_COLUMNS, toProject } from "./project.ts";
import type { Project, ProjectRow } from "./project.ts";

// A project whose deletion has begun (`deleted_at`) does not exist for these functions.

type Reads = Pick<Context, "db">;

/** The project with this id. @throws notFound "Project not found." */
export function getProject({ db }: Reads, id: number): Project {
  const row = db.sql(`SELECT ${PROJECT_COLUMNS} FROM projects WHERE id = ? AND deleted_at IS NULL`).get(id) as
    | ProjectRow
    | undefined;
  if (row === undefined) throw notFound("Project not found.");
  return toProject(row);
}

/** The project of a capture token; undefined = none. */
export function findProject({ db }: Reads, apiToken: string): Project | undefined {
  const row = db
    .sql(`SELECT ${PROJECT_COLUMNS} FROM projects WHERE api_token = ? AND deleted_at IS NULL`)
    .get(apiToken);
  return row === undefined ? undefined : toProject(row as ProjectRow);
}

/** The oldest project: the default of a handle. @throws notFound when all were deleted */
export function firstProject({ db }: Reads): Project {
  const row = db.sql(`SELECT ${PROJECT_COLUMNS} FROM projects WHERE deleted_at IS NULL ORDER BY id LIMIT 1`).get();
  if (row === undefined) throw notFound("Project not found.");
  return toProject(row as ProjectRow);
}

/** Projects by id, oldest first. */
export function listProjects(
  { db }: Reads,
  page: { limit: number; offset: number },
): { count: number; results: Project[] } {
  const rows = db
    .sql(`SELECT ${PROJECT_COLUMNS} FROM projects WHERE deleted_at IS NULL ORDER BY id LIMIT ? OFFSET ?`)
    .all(page.limit, page.offset) as ProjectRow[];
  const count = db.sql("SELECT count(*) FROM projects WHERE deleted_at IS NULL").pluck().get() as number;
  return { count, results: rows.map(toProject) };
}

/** Does the project have events? */
export function hasEvents({ db }: Reads, id: number): boolean {
  // Index events_by_timestamp.
  return db.sql("SELECT 1 FROM events WHERE project_id = ? LIMIT 1").get(id) !== undefined;
}
