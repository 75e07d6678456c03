import { getGroup, GroupListQuery, GroupName, listGroups, listGroupTypes } from "../../people/groups/index.ts";
import { toEnvelope } from "../envelopes.ts";
import { Group, GroupList, GroupTypeList } from "../responses/group.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

const PROJECT = "/api/projects/:project_id";

/** Groups and their types (docs/decisions.md 2). */
export const groupRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: `${PROJECT}/groups_types`,
    summary: "The group types of a project, as a bare list.",
    scopes: ["group:read"],
    input: null,
    status: 200,
    response: GroupTypeList,
    run: (ctx, { project }) => listGroupTypes(ctx, project),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PROJECT}/groups`,
    summary: "Groups of one type, newest first.",
    scopes: ["group:read"],
    input: GroupListQuery,
    status: 200,
    response: GroupList,
    run: (ctx, { project, input, target }) => toEnvelope(target, input, listGroups(ctx, project, input)),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PROJECT}/groups/find`,
    summary: "One group, by type and key.",
    scopes: ["group:read"],
    input: GroupName,
    status: 200,
    response: Group,
    run: (ctx, { project, input }) => getGroup(ctx, project, input),
  }),
];
