import type { Context } from "./context.ts";
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
  return { open, project: (id) => (id === undefined ? firstProject(open()) : getProject(open(), id)) };
}
