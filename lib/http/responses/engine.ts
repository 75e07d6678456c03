import * as v from "valibot";
import { Count, Instant } from "../../base/answer-scalars.ts";

/** How far the engine that answers questions is. */
export const EngineState = v.object({
  name: v.string(),
  state: v.picklist(["current", "behind", "starting", "down"]),
  /** Events and changes that it has not stored yet. */
  behind: v.object({ events: Count, changes: Count }),
  /** The part of the database that it has; 100 = every acknowledged write. */
  percent: v.pipe(Count, v.maxValue(100)),
  /** Entries that it has stored since it was opened. */
  stored: Count,
  current_at: v.nullable(Instant),
  /** A sentence about the trouble. */
  trouble: v.nullable(v.string()),
  /** Properties of events that have a column of their own, because questions name them often. */
  property_columns: v.array(v.string()),
});
