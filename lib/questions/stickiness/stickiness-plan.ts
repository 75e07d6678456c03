import type { DateRange } from "../shared/range.ts";
import type { Selection } from "../shared/selection.ts";

/** Who is counted: persons (and personless actors), or the groups of one type that events name. */
export type ActorKind = { by: "persons" } | { by: "groups"; groupTypeIndex: number };

/** A stickiness to compute: of each actor, the number of buckets with a selected event. Source: insights.md 9. */
export interface StickinessPlan {
  projectId: number;
  range: DateRange;
  /** Start of each bucket, ascending. */
  edgesMs: number[];
  sessionRange: DateRange;
  select: Selection;
  actors: ActorKind;
  /** Actors of 1 to `points` buckets are counted, others not. */
  points: number;
}
