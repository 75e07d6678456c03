/**
 * Groups: things that persons belong to (an organisation, a workspace), of at most five types a project.
 *
 * A type gets the lowest free index on its first use; events carry the key of their group of type N in `$group_N`. A
 * group's row comes only from `$groupidentify` events; later ones merge into it key by key. The write path is `apply`;
 * `listGroupTypes`, `listGroups` and `getGroup` read.
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
