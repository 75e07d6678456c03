import { asksAllSegments, runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { MatchingPlan } from "../plan.ts";
import { runMatching } from "./matching-events.ts";

export const matchingColumns: readonly AnyRunner[] = [
  runner<MatchingPlan>({
    kind: "matching-events",
    about: ({ projectId, afterMs, before }) => ({
      projectId,
      sessionRange: { fromMs: afterMs, untilMs: before.timestamp },
      hasWholeSessions: true,
    }),
    run: (execution, plan) => runMatching(execution, plan),
    sharing: { by: "segments", can: (plan) => !asksAllSegments(plan) },
  }),
];
