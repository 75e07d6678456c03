import { runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { EarliestEventPlan } from "../earliest-event.ts";
import { runEarliestEvent } from "./earliest-event.ts";

export const sharedColumns: readonly AnyRunner[] = [
  runner<EarliestEventPlan>({
    kind: "earliest-event",
    about: (plan) => plan,
    run: (execution, { afterMs }) => runEarliestEvent(execution, afterMs),
  }),
];
