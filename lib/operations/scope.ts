import type { Context } from "../handle/context.ts";
import { firstProject, getProject } from "../admin/projects/index.ts";
import type { Project } from "../admin/projects/index.ts";

/** The resources of a group of methods while the handle is open, and the project of a call. */
export interface Scope {
  /** @throws misconfigured when the handle is closed */
  open(): Context;
  /** The project with this id; undefined = the first project. @throws notFound */
  project(id: number | undefined): Project;
}

/** Makes the scope of a handle. */
export function createScope(open: () => Context): Scope {
  let last: { id: number | undefined; db: Context["db"]; stamp: string; project: Project } | undefined;
  return {
    open,
    project(id) {
      const ctx = open();
      const { db } = ctx;
      const stamp = db.stamp();
      // Most calls are about the project of the last call: reading it takes as long as checking a question.
      if (last === undefined || last.id !== id || last.db !== db || last.stamp !== stamp) {
        last = { id, db, stamp, project: id === undefined ? firstProject(ctx) : getProject(ctx, id) };
      }
      return last.project;
    },
  };
}
