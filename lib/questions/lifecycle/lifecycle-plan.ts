import type { DateRange } from "../shared/range.ts";
import type { Selection } from "../shared/selection.ts";

/**
 * A lifecycle to compute. Of each actor the periods count in which it has a selected event; an active period is *new* if the
 * person was created in it, else *returning* if the one before is active too, else *resurrecting*; an inactive period
 * after an active one is *dormant*. Actors that are no persons (personless ones) are never new.
 * Source: reference/insights.md 8.
 */
export interface LifecyclePlan {
  projectId: number;
  /** From the first edge to the end of the last period. */
  range: DateRange;
  /** Start of each period, ascending. The first period only serves to look back: it is not counted in. */
  edgesMs: number[];
  sessionRange: DateRange;
  select: Selection;
}
