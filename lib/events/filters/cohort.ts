import type { FilterGroup } from "./filter-node.ts";

/**
 * A cohort in a plan: its filters, or its list of members at the moment of the question. A cohort that does not exist,
 * was deleted, or refers to itself has no members.
 */
export type Cohort =
  /**
   * A list of persons: a static cohort, or a behavioural one as of its last calculation. The list is not in the plan, since it
   * may have a million members: each engine has it from the feed (entries of kind `member`). Equal versions of a cohort are equal
   * lists, so what is made of one may be kept by id and version; an engine that has a newer list answers by that.
   */
  | { id: number; by: "members"; version: number }
  /** Persons that pass any of these filters now. The plan also has the cohorts that filters name. */
  | { id: number; by: "filters"; anyOf: FilterGroup[] };
