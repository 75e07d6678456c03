/**
 * The file's owner as a user, and the organisation of all its projects, as clients look them up (reference/agents.md
 * 4). hoglet has neither: a personal key stands for the owner, with the projects that it may touch, and its id is the
 * distinct id.
 */
export { currentProject } from "./current-project.ts";
export { fullOrganization, Organization, requireOrganization } from "./organization.ts";
export { getUser, requireUser, updateUser, User, UserUpdate } from "./user.ts";
