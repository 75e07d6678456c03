import { runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { SessionsPlan, VisitsPlan } from "../plan.ts";
import { runSessions } from "./sessions.ts";
import { runVisits } from "./visits.ts";

const about = ({ projectId, range }: VisitsPlan | SessionsPlan) => ({
  projectId,
  sessionRange: range,
  hasWholeSessions: true,
});

export const visitColumns: readonly AnyRunner[] = [
  runner<VisitsPlan>({ kind: "visits", about, run: (execution, plan) => runVisits(execution, plan) }),
  runner<SessionsPlan>({ kind: "sessions", about, run: (execution, plan) => runSessions(execution, plan) }),
];
