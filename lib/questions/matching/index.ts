/** Events by filters: the places of those that pass, for lists that then read their texts. */
export { findMatching } from "./find-matching.ts";
