import * as v from "valibot";
import {
  fullOrganization,
  getUser,
  requireOrganization,
  requireUser,
  updateUser,
  UserUpdate,
} from "../../admin/organization/index.ts";
import { pageEntries } from "../../base/page.ts";
import { toEnvelope } from "../envelopes.ts";
import { Organization, OrganizationList, User } from "../responses/organization.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";
import { projectRoutesAt } from "./projects.ts";

const ORGANIZATIONS = "/api/organizations";
const ORGANIZATION = `${ORGANIZATIONS}/:organization_id`;

/** The user, the organisation and its projects, which clients look up first (reference/agents.md 4.3). */
export const organizationRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: "/api/users/:user_id",
    summary: "The user for whom the key stands: `@me`, or its own UUID.",
    scopes: ["user:read"],
    input: null,
    status: 200,
    response: User,
    run: (ctx, { key, params }) => getUser(ctx, key, params["user_id"]),
  }),
  defineRoute({
    methods: ["PATCH", "PUT"],
    path: "/api/users/:user_id",
    summary: "Chooses the project that `@current` stands for, by `set_current_team`; other fields are ignored.",
    scopes: ["user:write"],
    input: UserUpdate,
    status: 200,
    response: User,
    example: { set_current_team: 1 },
    find: (_, { params }) => requireUser(params["user_id"]),
    run: (ctx, { key, params, input }) => updateUser(ctx, key, params["user_id"], input),
  }),
  defineRoute({
    methods: ["GET"],
    path: ORGANIZATIONS,
    summary: "The organisations: one, with all projects.",
    scopes: ["organization:read"],
    input: v.object(pageEntries),
    status: 200,
    response: OrganizationList,
    run: (ctx, { key, input, target }) =>
      toEnvelope(target, input, { count: 1, results: [fullOrganization(ctx, key)].slice(input.offset) }),
  }),
  defineRoute({
    methods: ["GET"],
    path: ORGANIZATION,
    summary: "One organisation: `@current`, or its UUID.",
    scopes: ["organization:read"],
    input: null,
    status: 200,
    response: Organization,
    find: (_, { params }) => requireOrganization(params["organization_id"]),
    run: (ctx, { key }) => fullOrganization(ctx, key),
  }),
  ...projectRoutesAt(`${ORGANIZATION}/projects`, (_, { params }) => requireOrganization(params["organization_id"])),
];
