import type { Page } from "../page.ts";
import { parse } from "../parse.ts";
import { getPerson, listPersons, PersonListQuery } from "../persons/index.ts";
import type { PersonListInput, PersonRecord } from "../persons/index.ts";
import type { InProject, Scope } from "./scope.ts";

export interface PersonsHandle {
  list(query?: PersonListInput & InProject): Promise<Page<PersonRecord>>;
  /** By integer id or UUID. */
  get(id: number | string, options?: InProject): Promise<PersonRecord>;
}

export function personsHandle(scope: Scope): PersonsHandle {
  const { open } = scope;
  return {
    list: async ({ project, ...query } = {}) =>
      listPersons(open(), scope.project(project), parse(PersonListQuery, query)),
    get: async (id, { project } = {}) => getPerson(open(), scope.project(project), id),
  };
}
