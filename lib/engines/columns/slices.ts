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
 * Asks for the answer of a plan over a slice of its rows: those of some of its actors. All slices but the last answer with their part, which is
 * plain data; the last one gets the parts of the others, and answers the plan.
 */
export interface SlicePlan extends Plan<"slice"> {
  plan: Plan;
  /** The parts of the other slices; null = this is not the last slice. */
  others: readonly unknown[] | null;
}

/** The actors by which the rows of a plan may be cut; null = it needs all rows at once. */
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

/** The other slices in the form of other threads, whose parts were made before. */
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
