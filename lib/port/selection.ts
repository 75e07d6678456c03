import type { EventTest, FilterGroup } from "../events/filters/index.ts";

/** The events that count. Plain data in every plan. */
export interface Selection {
  /** An event must pass at least one of these tests. An event name is one test; an action has a test for each of its steps. */
  anyOf: EventTest[];
  /** Must pass too: test accounts, the question's and the entity's filters. */
  filter: FilterGroup;
  /** Events without an actor do not count, for any way of counting. */
  needsPerson: boolean;
  /** Events without a session do not count. */
  needsSession: boolean;
  /**
   * The event must also be at the first instant of all time at which its actor has an event that passes a test of
   * `anyOf` (`tests`), or everything else here (`selection`). Absent = any instant.
   */
  firstOf?: "tests" | "selection";
}
