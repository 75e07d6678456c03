import type { FilterGroup } from "./schema.ts";

/**
 * A cohort in a plan: its filters, or its list of members at the moment of the question. A cohort that does not exist,
 * was deleted, or refers to itself has no members.
 */
export type Cohort =
  /**
   * Not the list itself, which may have a million members: each engine has it from the feed (entries of kind `member`).
   * Equal versions are equal lists, so results may be kept by id and version; an engine with a newer list answers by
   * that.
   */
  | { id: number; by: "members"; version: number }
  /** Persons that pass any of these filters now. The plan also has the cohorts that filters name. */
  | { id: number; by: "filters"; anyOf: FilterGroup[] };
