/**
 * Groups: things that persons belong to (an organisation, a workspace), of at most five types a project.
 *
 * A type gets the lowest free index on its first use; events carry their group of type N in `$group_N`. Only
 * `$groupidentify` events make a group's row, and merge into it key by key. `apply` writes; `listGroupTypes`,
 * `listGroups` and `getGroup` read.
 */
export { identifyGroup, MAX_GROUP_KEY_LENGTH, stripGroups, tagGroups, toGroupKey } from "./apply.ts";
export { getGroup, GroupName } from "./get.ts";
export type { GroupNameInput } from "./get.ts";
export { GroupListQuery, listGroups } from "./list.ts";
export type { GroupListInput } from "./list.ts";
export { Group } from "./record.ts";
export type { GroupRecord } from "./record.ts";
export { GroupType, listGroupTypes } from "./types.ts";
export type { GroupTypeRecord } from "./types.ts";
