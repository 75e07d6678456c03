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
    methods: ["GET"],
    path: USER,
    scopes: ["user:read"],
    input: null,
    status: 200,
    response: User,
    run: (ctx, { key, id }) => getUser(ctx, key, id),
  }),
  updateUser: operation({
    summary: "Chooses the project that `@current` stands for, by `set_current_team`; other fields are ignored.",
    methods: ["PATCH", "PUT"],
    path: USER,
    scopes: ["user:write"],
    input: UserUpdate,
    status: 200,
    response: User,
    example: { set_current_team: 1 },
    find: (_, { id }) => requireUser(id),
    run: (ctx, { key, id, input }) => updateUser(ctx, key, id, input),
  }),
  list: listing({
    summary: "The organisations: one, with all projects.",
    methods: ["GET"],
    path: ORGANIZATIONS,
    scopes: ["organization:read"],
    input: v.object(pageEntries),
    status: 200,
    response: Organization,
    run: (ctx, { key, input }) => ({ count: 1, results: [fullOrganization(ctx, key)].slice(input.offset) }),
  }),
  get: operation({
    summary: "One organisation: `@current`, or its UUID.",
    methods: ["GET"],
    path: ORGANIZATION,
    scopes: ["organization:read"],
    input: null,
    status: 200,
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
  return { ...row, path: row.path.replace(PROJECTS, `${ORGANIZATION}/projects`) };
}
