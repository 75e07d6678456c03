/** The places of the events that pass filters, for lists that then read the events' texts. */
export { findMatching } from "./find-matching.ts";
