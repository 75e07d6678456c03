import type { Context } from "../context.ts";
import { watchTables } from "../../storage/index.ts";
import { findProject } from "./get.ts";
import type { Project } from "./project.ts";

/** Projects in the cache; beyond this number the cache is cleared. A higher number costs memory. */
const MAX_REMEMBERED = 1000;

/**
 * Cached: 1.6 µs instead of 5.6, a twentieth of a request with a single event. Never stale: every change of a project
 * clears the cache, by another process (`data_version`), by this one (a trigger of this connection) or by a rollback.
 * Undefined = no such project, which is not cached.
 */
export function projectByToken(ctx: Pick<Context, "db" | "tokens">, apiToken: string): Readonly<Project> | undefined {
  const { db, tokens } = ctx;
  const cache = tokens.projects;
  if (!tokens.isWatching) {
    tokens.isWatching = true;
    watchTables(db, "projects", ["projects"], () => cache.clear());
  }
  db.refresh();
  const known = cache.get(apiToken);
  if (known !== undefined) return known;
  const project = findProject(ctx, apiToken);
  if (project === undefined) return undefined;
  if (cache.size >= MAX_REMEMBERED) cache.clear();
  cache.set(apiToken, Object.freeze(project));
  return project;
}
