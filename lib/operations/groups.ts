import { listOf } from "../base/answer-scalars.ts";
import type { InProject } from "../base/call-options.ts";
import type { Page } from "../base/page.ts";
import {
  getGroup,
  Group,
  GroupListQuery,
  GroupName,
  GroupType,
  listGroups,
  listGroupTypes,
} from "../people/groups/index.ts";
import type { GroupListInput, GroupNameInput, GroupRecord, GroupTypeRecord } from "../people/groups/index.ts";
import { listing, operation } from "./operation.ts";
import type { OperationsOf } from "./operation.ts";

export interface GroupsHandle {
  types(options?: InProject): Promise<GroupTypeRecord[]>;
  list(query: GroupListInput & InProject): Promise<Page<GroupRecord>>;
  get(name: GroupNameInput & InProject): Promise<GroupRecord>;
}

const PROJECT = "/api/projects/:project_id";

/** Groups and their types (docs/decisions.md 2). */
export const groups = {
  types: operation({
    summary: "The group types of a project, as a bare list.",
    http: ["GET", `${PROJECT}/groups_types`],
    scopes: ["group:read"],
    response: listOf(GroupType),
    run: (ctx, { project }) => listGroupTypes(ctx, project),
  }),
  list: listing({
    summary: "Groups of one type, newest first.",
    http: ["GET", `${PROJECT}/groups`],
    scopes: ["group:read"],
    input: GroupListQuery,
    response: Group,
    run: (ctx, { project, input }) => listGroups(ctx, project, input),
  }),
  get: operation({
    summary: "One group, by type and key.",
    http: ["GET", `${PROJECT}/groups/find`],
    scopes: ["group:read"],
    input: GroupName,
    response: Group,
    run: (ctx, { project, input }) => getGroup(ctx, project, input),
  }),
} satisfies OperationsOf<GroupsHandle>;
