/**
 * Projects: the tenants of one file. Every stored thing belongs to exactly one, and every query is bound to one.
 *
 * The first project of a new database is made on open and has id 1; the handle works on it unless another is named.
 */
export { createProject } from "./create.ts";
export { findProject, firstProject, getProject, listProjects } from "./get.ts";
export type { ProjectInput } from "./create.ts";
export { ORGANIZATION_ID } from "./project.ts";
export type { Project } from "./project.ts";
export { resolveToken } from "./resolve-token.ts";
