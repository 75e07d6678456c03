import * as v from "valibot";
import { pageEntries } from "../base/page.ts";
import type { Page } from "../base/page.ts";
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  ProjectInput,
  updateProject,
} from "../admin/projects/index.ts";
import type { Project, ProjectUpdate } from "../admin/projects/index.ts";
import { known, parseKnown } from "./known.ts";
import type { Scope } from "./scope.ts";

export interface ProjectsHandle {
  list(page?: { limit?: number; offset?: number }): Promise<Page<Project>>;
  get(id: number): Promise<Project>;
  create(input: ProjectInput): Promise<Project>;
  /** Absent settings stay. */
  update(id: number, input: ProjectUpdate): Promise<Project>;
  /** With all that belongs to it; the only project cannot be deleted, and an id is never used again. */
  delete(id: number): Promise<void>;
}

export function projectsHandle({ open }: Scope): ProjectsHandle {
  return {
    list: async (page = {}) => listProjects(open(), parseKnown(v.object(pageEntries), page)),
    get: async (id) => getProject(open(), id),
    create: async (input) => createProject(open(), known(ProjectInput, input)),
    update: async (id, input) => updateProject(open(), id, input),
    delete: async (id) => deleteProject(open(), id),
  };
}
