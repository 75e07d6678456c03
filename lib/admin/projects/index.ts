/**
 * Projects: the tenants of one file. Every stored thing belongs to one, and every query is bound to one.
 *
 * Opening a new database creates the first project, with id 1, the handle's default. A deleted project disappears at
 * once, and its id is never used again; its rows follow in the background of the call. Changes are in the activity log.
 */
export { addProject, createProject, ProjectInput } from "./create.ts";
export { deleteProject, finishDeletions } from "./delete.ts";
export { findProject, firstProject, getProject, listProjects } from "./get.ts";
export { ORGANIZATION_ID, WireProject } from "./project.ts";
export type { Project } from "./project.ts";
export { refuseDeleted, refuseUnknown, resolveToken } from "./resolve-token.ts";
export { PathCleaning, ProjectSettings } from "./settings.ts";
export { updateProject } from "./update.ts";
export type { ProjectUpdate } from "./update.ts";
export { createTokenCache } from "./token-cache.ts";
export type { TokenCache } from "./token-cache.ts";
