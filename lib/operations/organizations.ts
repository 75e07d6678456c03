import * as v from "valibot";
import {
  fullOrganization,
  getUser,
  Organization,
  requireUser,
  updateUser,
  User,
  UserUpdate,
} from "../admin/organization/index.ts";
import { pageEntries } from "../base/page.ts";
import { listing, operation } from "./operation.ts";
import type { Operation } from "./operation.ts";
import { projects, PROJECTS } from "./projects.ts";

const USER = "/api/users/:user_id";
const ORGANIZATIONS = "/api/organizations";
const ORGANIZATION = `${ORGANIZATIONS}/:organization_id`;

/** The user, the organisation and its projects, which clients look up first (reference/agents.md 4.3). */
export const organizationRequests = {
  user: operation({
    summary: "The user for whom the key stands: `@me`, or its own UUID.",
    http: ["GET", USER],
    scopes: ["user:read"],
    response: User,
    run: (ctx, { key, id }) => getUser(ctx, key, id),
  }),
  updateUser: operation({
    summary: "Chooses the project that `@current` stands for, by `set_current_team`; other fields are ignored.",
    http: ["PATCH, PUT", USER],
    scopes: ["user:write"],
    input: UserUpdate,
    response: User,
    example: { set_current_team: 1 },
    find: (_, { id }) => requireUser(id),
    run: (ctx, { key, id, input }) => updateUser(ctx, key, id, input),
  }),
  list: listing({
    summary: "The organisations: one, with all projects.",
    http: ["GET", ORGANIZATIONS],
    scopes: ["organization:read"],
    input: v.object(pageEntries),
    response: Organization,
    run: (ctx, { key, input }) => ({ count: 1, results: [fullOrganization(ctx, key)].slice(input.offset) }),
  }),
  get: operation({
    summary: "One organisation: `@current`, or its UUID.",
    http: ["GET", ORGANIZATION],
    scopes: ["organization:read"],
    response: Organization,
    run: (ctx, { key }) => fullOrganization(ctx, key),
  }),
  projects: atOrganization(projects.list),
  createProject: atOrganization(projects.create),
  project: atOrganization(projects.get),
  updateProject: atOrganization(projects.update),
  deleteProject: atOrganization(projects.delete),
};

/** An operation of projects, below the organisation. */
function atOrganization(row: Operation): Operation {
  const [methods, path] = row.http;
  return { ...row, http: [methods, path.replace(PROJECTS, `${ORGANIZATION}/projects`)] };
}
