import { isOfPersons, listRunner, runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { AppearanceList, RetentionActorList, RetentionPlan } from "../plan.ts";
import { runAppearances, runRetentionActors } from "./retention-actors.ts";
import { runRetention } from "./retention.ts";

/** Retention, the actors of a cell, and those of a row with their appearances. */
export const retentionColumns: readonly AnyRunner[] = [
  runner<RetentionPlan>({
    kind: "retention",
    about: (plan) => plan,
    run: runRetention,
    sharing: {
      by: "segments",
      can: (plan) => isOfPersons(plan) && plan.breakdown === null && plan.returns === undefined,
    },
  }),
  listRunner<RetentionActorList>({ kind: "retention-actors", about: ({ plan }) => plan, run: runRetentionActors }),
  listRunner<AppearanceList>({ kind: "appearances", about: ({ plan }) => plan, run: runAppearances }),
];
