import type { Plan } from "../../port/plan.ts";
import type { GroupCaller } from "../columns/index.ts";
import { openWorkerLink } from "./worker-link.ts";
import type { WorkerLink, GroupMessage, Membership } from "./worker-link.ts";
import type { StopCheck } from "./stop-flag.ts";

/** The other threads, as the thread that questions come to sees them. */
export interface WorkerPool extends GroupCaller {
  /** From now on these are the others. */
  join(membership: Membership): void;
}

/** Makes the pool of the first thread; it is empty until `join`. @param stop ends the question it is waiting in */
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
    call(plan, run) {
      if (link === undefined) throw new Error("There is nobody to call.");
      const own = ++round;
      link.tell({ round: own, kind: "call", plan });
      try {
        return run(link.workers(own, stop.check));
      } catch (error) {
        link.leave(own);
        throw error;
      }
    },
  };
}

/** What a called thread does: answers a question's part. */
export type Help = (plan: Plan, workers: ReturnType<WorkerLink["workers"]>) => void;

/**
 * Lets a thread answer the calls of the first one, each in one go.
 * @param watch given the test whether the question is still wanted, for as long as it is worked on; null afterwards
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
      );
    } catch {
      // Whatever it is: the first thread answers alone then, and meets it itself if it is there to be met.
      link.leave(round);
    } finally {
      watch(null);
    }
  };
  membership.ports[0]?.on("message", (message: GroupMessage) => {
    for (let next: GroupMessage | undefined = message; next !== undefined; next = link.takeNext()) answer(next);
  });
}
