import { grown } from "../../../base/grown.ts";
import type { DateRange } from "../../../port/range.ts";
import type { Segment } from "../log/segment.ts";
import { clippedRuns } from "../log/clipped-runs.ts";
import { NO_SESSION } from "./entity-ids.ts";
import type { EntityIds } from "./entity-ids.ts";

/**
 * Whole seconds from the first to the last event of each session, by entity id, among the events of `range`; NaN = no
 * events there, or not a session. Source: reference/insights.md 5.5.
 */
export function readSessionSeconds(segments: readonly Segment[], entityIds: EntityIds, range: DateRange): Float64Array {
  // Large enough for the sessions of earlier questions, since growing copies the arrays.
  let firsts = new Float64Array(Math.max(1024, entityIds.limit())).fill(Infinity);
  let lasts = new Float64Array(firsts.length).fill(-Infinity);
  for (const segment of segments) {
    const { times } = segment.core();
    for (const { start, end } of clippedRuns(segment, range, () => true)) {
      const sessions = entityIds.of(segment, start, end);
      if (entityIds.limit() > firsts.length) {
        firsts = grown(firsts, new Float64Array(entityIds.limit() * 2).fill(Infinity));
        lasts = grown(lasts, new Float64Array(entityIds.limit() * 2).fill(-Infinity));
      }
      for (let row = 0; row < sessions.length; row++) {
        const session = sessions[row]!;
        const ms = segment.minMs + times[start + row]!;
        if (ms < firsts[session]!) firsts[session] = ms;
        if (ms > lasts[session]!) lasts[session] = ms;
      }
    }
  }
  for (let session = 0; session < firsts.length; session++) {
    const ms = lasts[session]! - firsts[session]!;
    firsts[session] = ms >= 0 ? Math.floor(ms / 1000) : NaN;
  }
  firsts[NO_SESSION] = NaN;
  return firsts;
}
