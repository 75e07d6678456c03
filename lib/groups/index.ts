/**
 * Groups: things that persons belong to (an organisation, a workspace), of at most five types a project.
 *
 * A type gets the lowest free index the first time it is named; events carry the key of their group of type N in
 * `$group_N`. A group's row comes from `$groupidentify` alone, and later ones merge into it key by key.
 */
export { identifyGroup, stripGroups, tagGroups } from "./apply.ts";
