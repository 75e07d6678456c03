import type { Plan } from "../../port/plan.ts";
import type { GroupCaller } from "../columns/index.ts";
import { openWorkerLink } from "./worker-link.ts";
import type { WorkerLink, GroupMessage, Membership } from "./worker-link.ts";
import type { StopCheck } from "./stop-flag.ts";

/** The other threads, as the first thread sees them. */
export interface WorkerPool extends GroupCaller {
  /** Sets the threads of the group. */
  join(membership: Membership): void;
}

/** Creates the pool of the first thread; it is empty until `join`. @param stop ends the question that waits for a thread */
export function createWorkerPool(stop: Pick<StopCheck, "check">): WorkerPool {
  let link: WorkerLink | undefined;
  let round = 0;
  return {
    get others() {
      return link === undefined || link.hasEnded() ? 0 : link.size - 1;
    },
    join(membership) {
      link = openWorkerLink(membership);
      round = 0;
    },
    call(plan, isUnchanged, run) {
      if (link === undefined) throw new Error("There is nobody to call.");
      const own = ++round;
      link.tell({ round: own, kind: "call", plan, isUnchanged });
      try {
        return run(link.workers(own, stop.check));
      } catch (error) {
        link.leave(own);
        throw error;
      }
    },
  };
}

/** Answers a called thread's part of a plan. */
export type Help = (plan: Plan, workers: ReturnType<WorkerLink["workers"]>, isUnchanged: boolean) => void;

/**
 * Answers the first thread's calls, one after the other.
 * @param watch called with a test whether the question is unwanted; with null after the work
 */
export function serveCalls(
  membership: Membership,
  help: Help,
  watch: (isUnwanted: (() => boolean) | null) => void,
): void {
  const link = openWorkerLink(membership);
  const answer = (message: GroupMessage) => {
    const { round } = message;
    if (message.kind !== "call" || link.isLeft(round)) return;
    watch(() => link.isLeft(round) || link.hasEnded());
    try {
      help(
        message.plan,
        link.workers(round, () => {}),
        message.isUnchanged,
      );
    } catch {
      // The first thread answers alone after any error, and meets the same unless it is this thread's own.
      link.leave(round);
    } finally {
      watch(null);
    }
  };
  membership.ports[0]?.on("message", (message: GroupMessage) => {
    for (let next: GroupMessage | undefined = message; next !== undefined; next = link.takeNext()) answer(next);
  });
}
