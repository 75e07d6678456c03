import type { EventTest, FilterGroup } from "../../events/filters/index.ts";

/** The events of persons to count. */
export interface PersonEvents {
  projectId: number;
  /** Epoch ms; `untilMs` is exclusive. */
  range: { fromMs: number; untilMs: number };
  /** An event counts when it is one of these, and passes the filter. */
  anyOf: readonly EventTest[];
  filter: FilterGroup;
}
