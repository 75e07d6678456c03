import type { Context } from "../context.ts";
import type { Db } from "../../storage/index.ts";
import { findProject } from "./get.ts";
import type { Project } from "./project.ts";

/** Projects that are remembered; beyond it all are read anew. */
const MAX_REMEMBERED = 1000;

const caches = new WeakMap<Db, Map<string, Readonly<Project>>>();

/**
 * The project of a capture token, remembered from the last time: 1.6 µs instead of 5.6, a twentieth of a request with a single
 * event. As right as reading it: whatever changes a project empties the memory, be it another process (`data_version`), this
 * one (a trigger of this connection alone) or a rollback. Undefined = there is none; that is not remembered.
 */
export function projectByToken(ctx: Pick<Context, "db">, apiToken: string): Readonly<Project> | undefined {
  const { db } = ctx;
  const cache = caches.get(db) ?? openCache(db);
  db.refresh();
  const known = cache.get(apiToken);
  if (known !== undefined) return known;
  const project = findProject(ctx, apiToken);
  if (project === undefined) return undefined;
  if (cache.size >= MAX_REMEMBERED) cache.clear();
  cache.set(apiToken, Object.freeze(project));
  return project;
}

function openCache(db: Db): Map<string, Readonly<Project>> {
  const cache = new Map<string, Readonly<Project>>();
  caches.set(db, cache);
  db.onStale(() => cache.clear());
  // Temporary: it lives in this connection, and no file ever refers to the function.
  db.sqlite.function("hoglet_forget_projects", () => {
    cache.clear();
    return null;
  });
  for (const change of ["INSERT", "UPDATE", "DELETE"]) {
    db.sqlite.exec(`CREATE TEMP TRIGGER forget_projects_after_${change.toLowerCase()} AFTER ${change} ON main.projects
      BEGIN SELECT hoglet_forget_projects(); END`);
  }
  return cache;
}
