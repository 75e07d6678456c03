import type { EventTest, FilterGroup } from "../events/filters/index.ts";

/** Which events count. Plain data, part of every plan. */
export interface Selection {
  /** What they must be: at least one of these. An event is one alternative, an action as many as it has steps. */
  anyOf: EventTest[];
  /** What they must pass besides: test accounts, the question's filters, the entity's. */
  filter: FilterGroup;
  /** Events of nobody do not count, whatever is counted. */
  needsPerson: boolean;
  /** Events without a session do not count. */
  needsSession: boolean;
}
