import { isOfPersons, listRunner, runner } from "../../../engines/columns/runner.ts";
import type { AnyRunner } from "../../../engines/columns/runner.ts";
import type { StickinessActorList, StickinessPlan } from "../plan.ts";
import { runStickinessActors } from "./stickiness-actors.ts";
import { runStickiness } from "./stickiness.ts";

/** Stickiness, and the actors behind its numbers. */
export const stickinessColumns: readonly AnyRunner[] = [
  runner<StickinessPlan>({
    kind: "stickiness",
    about: (plan) => plan,
    run: runStickiness,
    sharing: { by: "segments", can: (plan) => isOfPersons(plan) && plan.criterion === undefined },
  }),
  listRunner<StickinessActorList>({ kind: "stickiness-actors", about: ({ plan }) => plan, run: runStickinessActors }),
];
