import type { EventTest, FilterGroup } from "../../events/filters/index.ts";

/** The events of persons to count. */
export interface PersonEvents {
  projectId: number;
  /** Epoch ms; `untilMs` is exclusive. */
  range: { fromMs: number; untilMs: number };
  /** Events that are one of these and pass the filter. */
  anyOf: readonly EventTest[];
  filter: FilterGroup;
}
