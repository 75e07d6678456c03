import { internal } from "../../base/errors.ts";
import type { ActorsPlan, EntityKind } from "../../port/actors.ts";
import type { Plan } from "../../port/plan.ts";
import { cutPage } from "./entities/actor-list.ts";
import type { WholeList } from "./entities/actor-list.ts";
import type { Execution } from "./execution.ts";
import { SINGLE_WORKER } from "./group/worker-group.ts";
import type { WorkerGroup } from "./group/worker-group.ts";
import type { AnyRunner } from "./runner.ts";

/**
 * Asks for a plan over a slice: the rows of some actors. All slices except the last answer with their part, plain data;
 * the last gets the other parts, and answers the plan.
 */
export interface SlicePlan extends Plan<"slice"> {
  plan: Plan;
  /** Parts of the other slices; null = not the last slice. */
  others: readonly unknown[] | null;
}

/** The actors that a plan's rows may be cut by; null = it needs all rows at once. */
export function slicedActors(runners: readonly AnyRunner[], plan: Plan): EntityKind | null {
  return runners.find(({ kind }) => kind === plan.kind)?.slicing?.actors(plan) ?? null;
}

/** Makes the runner of slices. @param runners how the plans in it are answered */
export function sliceRunner(runners: readonly AnyRunner[]): AnyRunner {
  const find = (plan: Plan) => {
    const own = runners.find(({ kind }) => kind === plan.kind);
    if (own?.slicing === undefined) throw internal(new Error(`The plan "${plan.kind}" is not answered in slices.`));
    return { own, slicing: own.slicing };
  };
  return {
    kind: "slice",
    isList: false,
    about: (slice) => {
      const { plan } = slice as SlicePlan;
      return find(plan).own.about(plan);
    },
    run(execution, slice) {
      const { plan, others } = slice as SlicePlan;
      const { own, slicing } = find(plan);
      const { workers, collected } = openSliceWorkers(others);
      const found = own.run({ ...execution, actorWorkers: workers } satisfies Execution, plan);
      if (others === null) return slicing.merge === undefined ? collected() : found;
      if (slicing.merge === undefined) return found;
      const answer = slicing.merge([found, ...others]);
      return own.isList ? cutPage(answer as WholeList, (plan as unknown as ActorsPlan).page) : answer;
    },
  };
}

/** Shows the other slices as threads that already gave their parts. */
function openSliceWorkers(others: readonly unknown[] | null): { workers: WorkerGroup; collected(): unknown } {
  let mine: unknown;
  const workers: WorkerGroup = {
    ...SINGLE_WORKER,
    // More than one, so that the runner collects.
    size: 2,
    collect(own) {
      mine = own;
      return [own, ...((others ?? []) as (typeof own)[])];
    },
  };
  return { workers, collected: () => mine };
}
