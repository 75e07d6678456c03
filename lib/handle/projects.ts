import * as v from "valibot";
import { pageEntries } from "../page.ts";
import type { Page } from "../page.ts";
import { parse } from "../parse.ts";
import { createProject, getProject, listProjects } from "../projects/index.ts";
import type { Project, ProjectInput } from "../projects/index.ts";
import type { Scope } from "./scope.ts";

export interface ProjectsHandle {
  list(page?: { limit?: number; offset?: number }): Promise<Page<Project>>;
  get(id: number): Promise<Project>;
  create(input: ProjectInput): Promise<Project>;
}

export function projectsHandle({ open }: Scope): ProjectsHandle {
  return {
    list: async (page = {}) => listProjects(open(), parse(v.object(pageEntries), page)),
    get: async (id) => getProject(open(), id),
    create: async (input) => createProject(open(), input),
  };
}
