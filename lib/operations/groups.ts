import { getGroup, GroupListQuery, GroupName, listGroups, listGroupTypes } from "../people/groups/index.ts";
import type { GroupListInput, GroupNameInput, GroupRecord, GroupTypeRecord } from "../people/groups/index.ts";
import type { Page } from "../base/page.ts";
import { parseKnown } from "./known.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";

export interface GroupsHandle {
  types(options?: InProject): Promise<GroupTypeRecord[]>;
  list(query: GroupListInput & InProject): Promise<Page<GroupRecord>>;
  get(name: GroupNameInput & InProject): Promise<GroupRecord>;
}

export function groupsHandle(scope: Scope): GroupsHandle {
  const { open } = scope;
  return {
    types: async ({ project } = {}) => listGroupTypes(open(), scope.project(project)),
    list: async ({ project, ...query }) =>
      listGroups(open(), scope.project(project), parseKnown(GroupListQuery, query)),
    get: async ({ project, ...name }) => getGroup(open(), scope.project(project), parseKnown(GroupName, name)),
  };
}
