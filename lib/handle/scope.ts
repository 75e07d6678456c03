import type { Context } from "./context.ts";
import { firstProject, getProject } from "../admin/projects/index.ts";
import type { Project } from "../admin/projects/index.ts";

/** Names the project a call is about. @default the first project */
export interface InProject {
  project?: number;
}

/** What a group of methods works with: the resources, while the handle is open, and the project a call names. */
export interface Scope {
  /** @throws misconfigured when the handle is closed */
  open(): Context;
  /** The project with this id; undefined = the first. @throws notFound */
  project(id: number | undefined): Project;
}

/** Makes the scope of a handle. */
export function createScope(open: () => Context): Scope {
  return { open, project: (id) => (id === undefined ? firstProject(open()) : getProject(open(), id)) };
}
